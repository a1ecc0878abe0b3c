import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerQueries, registerVisitByPhone } from '@/api/customers'
import { isUnanswered } from '@/api/error'
import { undoVisit } from '@/api/records'
import type { RegisteredVisit } from '@/api/types'
import { closeKey, openKey } from '@/lib/openKeys'
import { notify } from '@/ui/notify'
import { texts } from './texts'

interface ManualVisit {
  phone: string
  notes: string
}

/** Registers visits by phone, and takes the one just registered back. A visit that got no answer keeps its key, so that trying again counts it once. */
export function useManualVisit() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: customerQueries.all() })
  const visit = useMutation({
    mutationFn: (visit: ManualVisit) => {
      const { phone, notes } = visit
      return registerVisitByPhone(phone, { key: openKey(requestOf(visit)), ...(notes && { notes }) })
    },
    onSuccess: (registered) => {
      notify.undoable(texts.visit.undoOffer(registered.customerName), texts.visit.undo, () =>
        undo.mutate(registered),
      )
      return refresh()
    },
    onSettled: (_answer, error, visit) => {
      if (!isUnanswered(error)) closeKey(requestOf(visit))
    },
  })
  const undo = useMutation({
    mutationFn: ({ id }: RegisteredVisit) => undoVisit(id),
    onSuccess: (_answer, { id, customerName }) => {
      if (visit.data?.id === id) visit.reset()
      notify.success(texts.visit.undone(customerName))
    },
    onError: (error) => notify.error(error, texts.visit.undoFailed),
    onSettled: refresh,
  })
  return visit
}

function requestOf({ phone, notes }: ManualVisit): string {
  return `visit by phone ${JSON.stringify([phone, notes])}`
}
