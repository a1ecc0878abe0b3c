import { useEffect, useState } from 'react'
import { session, useSignedIn } from '@/api'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts'

/** The draft of a form in a dialog. It survives a page load and a lapsed session; closing the dialog drops it. */
export function useDialogDraft(name: string): { form: string; owner: string } {
  const { businessId, email: owner } = useSignedIn()
  const form = `${name} in ${businessId}`
  useEffect(
    () => () => {
      if (!session.isLapsed) dropDraft(form, owner)
    },
    [form, owner],
  )
  return { form, owner }
}

/** State of single fields, kept as a draft until the user leaves the screen. */
export function useDraftState<Value>(name: string, initial: Value) {
  const { form, owner } = useDialogDraft(name)
  const [value, setValue] = useState(() => (readDraft(form, owner) as Value | undefined) ?? initial)
  useEffect(() => {
    if (value === initial) dropDraft(form, owner)
    else keepDraft(form, owner, value)
  }, [form, owner, value, initial])
  return [value, setValue] as const
}
