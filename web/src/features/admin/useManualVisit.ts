import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedOnce } from '@/api/askedOnce'
import { customerQueries, registerVisitByPhone } from '@/api/customers'
import { undoVisit } from '@/api/records'
import type { RegisteredVisit } from '@/api/types'
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
    mutationFn: ({ phone, notes }: ManualVisit) =>
      askedOnce(`visit by phone ${JSON.stringify([phone, notes])}`, (key) =>
        registerVisitByPhone(phone, { key, ...(notes && { notes }) }),
      ),
    onSuccess: (registered) => {
      if (registered.id) {
        notify.undoable(texts.visit.undoOffer(registered.customerName), texts.visit.undo, () =>
          undo.mutate(registered),
        )
      }
      return refresh()
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
