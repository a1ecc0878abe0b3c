import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedOnce } from '@/api/askedOnce'
import { customerQueries, registerVisit, registerVisitByPhone } from '@/api/customers'
import { undoVisit } from '@/api/records'
import type { RegisteredVisit } from '@/api/types'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** The phone in full, and the number as it was typed; or somebody chosen of those who may have it. */
export type Visitor = { phone: string; number: string } | { customerId: string }

interface ManualVisit {
  of: Visitor
  notes: string
}

/** Registers visits by phone, and takes the one just registered back. A visit that got no answer keeps its key, so that trying again counts it once. */
export function useManualVisit() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: customerQueries.all() })
  const visit = useMutation({
    mutationFn: register,
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

function register({ of, notes }: ManualVisit) {
  const said = notes && { notes }
  return 'phone' in of
    ? askedOnce(`visit by phone ${JSON.stringify([of.phone, notes])}`, (key) =>
        registerVisitByPhone(of.phone, { key, ...said }),
      )
    : askedOnce(`visit of ${JSON.stringify([of.customerId, notes])}`, (key) =>
        registerVisit(of.customerId, { key, ...said }),
      )
}
