import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { isTouchScreen } from '@/lib/isTouchScreen'
import { unlockSoundOnTouch } from './feedback'

/** The counter's input, to which the focus returns. */
export interface Box {
  input: RefObject<HTMLInputElement | null>
  /** Focuses the input without opening a touch screen's keyboard, which would cover the answer. */
  focus: () => void
  /** Lets the on-screen keyboard open at the next tap. */
  unfoldKeyboard: () => void
}

/** Redirects keys pressed elsewhere, such as a USB reader's, into the input. Any key or touch also unlocks sound. */
export function useBox(): Box {
  const input = useRef<HTMLInputElement>(null)

  const focus = useCallback(() => {
    if (!input.current || isWrittenIn(input.current)) return
    input.current.inputMode = isTouchScreen() ? 'none' : 'text'
    input.current.focus()
  }, [])

  const unfoldKeyboard = useCallback(() => {
    if (input.current) input.current.inputMode = 'text'
  }, [])

  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (isTyping(event) && !isTakenByTarget(event)) focus()
    }
    document.addEventListener('keydown', lead)
    window.addEventListener('focus', focus)
    return () => {
      document.removeEventListener('keydown', lead)
      window.removeEventListener('focus', focus)
    }
  }, [focus])

  useEffect(unlockSoundOnTouch, [])

  return { input, focus, unfoldKeyboard }
}

/** True while the user types, so that the keyboard stays open. */
function isWrittenIn(input: HTMLInputElement): boolean {
  return document.activeElement === input && input.value !== ''
}

function isTyping({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

function isTakenByTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog, [role="menu"], textarea, select, input:not([type="checkbox"])')) return true
  return key === ' ' && target.closest('button, a, summary, input') !== null
}
