import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts'

interface DraftOptions<Value> {
  /** Which form it is, and of what. */
  form: string
  /** Who types. */
  owner: string
  /** The form as it opens where nothing was typed before. */
  initial: () => Value
  /** Whether somebody would miss it. */
  isChanged: (value: Value) => boolean
}

/** The state of a form that the tab keeps while something in it is not sent: it survives a session that ends. */
export function useDraft<Value extends object>({ form, owner, initial, isChanged }: DraftOptions<Value>) {
  const [kept] = useState(() => readDraft(form, owner) as Partial<Value> | undefined)
  const [value, setValue] = useState<Value>(() => ({ ...initial(), ...kept }))
  const [isRestored, setRestored] = useState(kept !== undefined)
  return {
    value,
    isChanged: isChanged(value),
    /** What is shown was typed before the form opened. */
    isRestored,
    set: (next: Value) => {
      setValue(next)
      if (isChanged(next)) keepDraft(form, owner, next)
      else dropDraft(form, owner)
    },
    /** Begins anew: what was typed has been sent, or is thrown away. */
    startOver: (next = initial()) => {
      dropDraft(form, owner)
      setRestored(false)
      setValue(next)
    },
  }
}
