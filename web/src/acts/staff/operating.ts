import { useQueryClient } from '@tanstack/react-query'
import { controlPanelQueries, makeBackup, sendTrialMail } from '@/api/controlPanel'
import { useAct } from './useAct'

/** Starts a backup. Needs no idempotency key, because concurrent requests make one backup. */
export function useMakeBackup() {
  const client = useQueryClient()
  return useAct({
    mutationFn: makeBackup,
    onSuccess: (state) => client.setQueryData(controlPanelQueries.lastBackup().queryKey, state),
  })
}

/** Sends a test mail. Needs no idempotency key, because a duplicate does no harm. */
export function useTrialMail() {
  return useAct({ mutationFn: sendTrialMail })
}
