import { useMutation, useQueryClient } from '@tanstack/react-query'
import { controlPanelQueries, makeBackup, sendTrialMail } from '@/api/controlPanel'

/** Has the server make a backup now. It needs no key: of two that are asked for at once one is made. */
export function useMakeBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: makeBackup,
    onSuccess: (state) => client.setQueryData(controlPanelQueries.lastBackup().queryKey, state),
  })
}

/** Sends the operator an e-mail to try. It needs no key: one too many does no harm. */
export function useTrialMail() {
  return useMutation({ mutationFn: sendTrialMail })
}
