import { useQueryClient } from '@tanstack/react-query'
import { refuseRemoval, requestRemoval } from '@/api/removalRequests'
import { notify } from '@/kit/notify'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'
import { removalTexts as texts } from './texts'
import { useAct } from './useAct'

export function useAskRemoval() {
  return useDecision(requestRemoval, texts.asked, texts.notAsked)
}

export function useRefuseRemoval() {
  return useDecision(refuseRemoval, texts.refused, texts.notRefused)
}

function useDecision(call: (visitId: string) => Promise<unknown>, doneText: string, failureText: string) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (visitId: string) => {
      requireNetwork()
      return call(visitId)
    },
    onSuccess: () => notify.success(doneText),
    onError: (error) => notify.error(error, failureText),
    onSettled: () => refreshCustomers(client),
  })
}
