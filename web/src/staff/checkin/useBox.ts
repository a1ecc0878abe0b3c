import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { unlockSoundOnTouch } from './feedback'

/** The one box, to which the focus always returns. */
export interface Box {
  input: RefObject<HTMLInputElement | null>
  /** Puts the focus into the box; on a touch screen without unfolding the keyboard over the answer. */
  focus: () => void
  /** The finger is on the box: the keyboard may unfold. */
  unfoldKeyboard: () => void
}

/** Holds the box, and leads keys that are pressed elsewhere on the screen, as a reader does, into it; they ready the sound, too. */
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

/** Whether a text is being typed in it: the keyboard stays. */
function isWrittenIn(input: HTMLInputElement): boolean {
  return document.activeElement === input && input.value !== ''
}

function isTouchScreen(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false
}

function isTyping({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

function isTakenByTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog, [role="menu"], textarea, select, input:not([type="checkbox"])')) return true
  return key === ' ' && target.closest('button, a, summary, input') !== null
}
