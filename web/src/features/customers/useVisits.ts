import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedOnce } from '@/api/askedOnce'
import { customerQueries, registerVisit } from '@/api/customers'
import { undoVisit } from '@/api/records'
import type { RegisteredVisit } from '@/api/types'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Why a visit is registered although there was one today, if it is. */
export type Authorised = 'owner' | 'card' | null

const successes = { owner: texts.visit.authorised, card: texts.visit.additional } as const

/** Told of a visit that was just registered, and with null when it is taken back. */
export type OnRegistered = (visit: RegisteredVisit | null) => void

/** Registers visits of a customer, and takes the one just registered back. */
export function useVisits(customerId: string, onRegistered: OnRegistered) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: customerQueries.all() })

  const undo = useMutation({
    mutationFn: undoVisit,
    onSuccess: () => {
      onRegistered(null)
      notify.success(texts.visit.undone)
    },
    onError: (error) => notify.error(error, texts.visit.undoFailed),
    onSettled: refresh,
  })

  return useMutation({
    mutationFn: (authorised: Authorised) => register(customerId, authorised),
    onSuccess: (visit, authorised) => {
      onRegistered(visit)
      if (visit.progress) client.setQueryData(customerQueries.progress(customerId).queryKey, visit.progress)
      const message = authorised ? successes[authorised] : texts.visit.done
      if (visit.id) notify.undoable(message, texts.visit.undo, () => undo.mutate(visit.id))
      else notify.success(message)
      return refresh()
    },
  })
}

function register(customerId: string, authorised: Authorised): Promise<RegisteredVisit> {
  return askedOnce(`${authorised ? 'authorised ' : ''}visit of ${customerId}`, (key) =>
    registerVisit(customerId, { key, ...(authorised && { authorized: true }) }),
  )
}
