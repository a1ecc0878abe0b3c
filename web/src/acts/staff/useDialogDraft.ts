import { useEffect } from 'react'
import { session, useSignedIn } from '@/api'
import { dropDraft } from '@/lib/drafts'

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
