import { useMutation, useQueryClient } from '@tanstack/react-query'
import { controlPanelQueries, makeBackup, sendTrialMail } from '@/api/controlPanel'

/** Needs no idempotency key: concurrent requests make one backup. */
export function useMakeBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: makeBackup,
    onSuccess: (state) => client.setQueryData(controlPanelQueries.lastBackup().queryKey, state),
  })
}

/** Needs no idempotency key: a duplicate mail does no harm. */
export function useTrialMail() {
  return useMutation({ mutationFn: sendTrialMail })
}
