import { useCallback } from 'react'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { sayMoment, sayNearDay } from '@/lib/dates'
import { type GreetingRefusal, staffTexts } from './staffTexts'

const words = staffTexts.greeting

export interface Greeting {
  isNoted: boolean
  at: string | null
  note: () => void
  /** Null while it cannot be undone. */
  undo: (() => void) | null
  isUndoing: boolean
  isUndone: boolean
}

interface GreetingActProps {
  greeting: Greeting
  name: string
  /** The link to the chat; null for a customer who must not be contacted. */
  chat: string | null
  label: string
  timeZone: string | undefined
  children: string
}

/** Opens the chat and records the greeting. Afterwards shows that, with an undo button. */
export function GreetingAct({ greeting, name, chat, label, timeZone, children }: GreetingActProps) {
  const { isNoted, at, note, undo, isUndoing, isUndone } = greeting
  // The undo button had the focus and is gone.
  const focus = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (isUndone) link?.focus()
    },
    [isUndone],
  )
  if (isNoted) {
    return (
      <div
        role="status"
        className="flex flex-none flex-col items-center gap-x-3 text-small text-ink-soft sm:flex-row"
      >
        <span>{words.written(sayNearDay(at ?? new Date().toISOString(), { timeZone }))}</span>
        {undo && <UndoGreeting name={name} isUndoing={isUndoing} onUndo={undo} />}
      </div>
    )
  }
  return (
    chat && (
      <a
        ref={focus}
        href={chat}
        target="_blank"
        rel="noreferrer"
        aria-label={label}
        className={cx(buttonLook({ variant: 'secondary' }), 'flex-none')}
        onClick={note}
      >
        {children}
      </a>
    )
  )
}

interface GreetingRefusedProps {
  state: GreetingRefusal | 'NOW'
  /** When the customer was greeted last. */
  at: string | null
  timeZone: string | undefined
}

/** Says why a customer may not be greeted, in the same words in the record and in lists. */
export function GreetingRefused({ state, at, timeZone }: GreetingRefusedProps) {
  if (state === 'NOW') return null
  return (
    <p className="text-small text-ink-soft">{words.refused(state, at ? sayMoment(at, { timeZone }) : '')}</p>
  )
}

interface UndoGreetingProps {
  name: string
  isUndoing: boolean
  onUndo: () => void
}

export function UndoGreeting({ name, isUndoing, onUndo }: UndoGreetingProps) {
  return (
    <Button variant="secondary" busy={isUndoing} aria-label={words.undoFor(name)} onClick={onUndo}>
      {words.undo}
    </Button>
  )
}
