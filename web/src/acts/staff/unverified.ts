import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import type { Discard, UnverifiedPreview } from '@/api/types'
import { notify } from '@/kit/notify'
import { refreshCustomers } from './refreshCustomers'
import { unverifiedTexts as texts } from './texts'
import { useAct } from './useAct'

/** Discards unverified registrations. Idempotent: a repeated request discards the remaining ones. */
export function useDiscardUnverified(onDone: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ day, asOf }: UnverifiedPreview) =>
      unwrap(
        api.POST('/registrations/unverified/{day}/discard', { params: { path: { day } }, body: { asOf } }),
      ),
    onSuccess: ({ discarded }) => {
      notify.success(texts.discarded(discarded))
      onDone()
      return refreshCustomers(client)
    },
  })
}

export function useRestoreDiscard() {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: Discard) =>
      unwrap(api.POST('/registrations/discards/{id}/restore', { params: { path: { id } } })),
    onSuccess: ({ restored, left }) => {
      notify.success(texts.restored(restored, left))
      return refreshCustomers(client)
    },
    onError: (error) => notify.error(error, texts.notRestored),
  })
}
