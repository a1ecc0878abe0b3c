import { useMutation, useQuery } from '@tanstack/react-query'
import { isStamped } from '@/acts/outbox/answers'
import { sayUnstamped } from '@/acts/say'
import { texts as actTexts } from '@/acts/texts'
import { useVisitActs } from '@/acts/visits'
import { businessQuery } from '@/api/customers'
import { hintOf, isApiError } from '@/api/error'
import type { Customer, RegisteredVisit } from '@/api/types'
import { errorText } from '@/lib/errors'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Why a visit is registered although there was one today, if it is. */
type Authorised = 'owner' | 'card' | null

/** A visit that is to be registered. */
interface NextVisit {
  authorised: Authorised
  notes: string
}

const successes = { owner: texts.visit.authorised, card: texts.visit.additional } as const

/** Told of a visit that was just registered, and with null when it is taken back. */
export type OnRegistered = (visit: RegisteredVisit | null) => void

/** Registers visits of a customer, and takes the one just registered back. */
export function useVisits({ id, name }: Customer, onRegistered: OnRegistered) {
  const acts = useVisitActs()
  const timeZone = useQuery(businessQuery()).data?.timezone
  const undo = useMutation({
    mutationFn: acts.undo,
    onSuccess: () => {
      onRegistered(null)
      notify.success(texts.visit.undone)
    },
    onError: (error) => notify.error(error, texts.visit.undoFailed),
  })

  const tell = (visit: RegisteredVisit, authorised: Authorised) => {
    if (!isStamped(visit)) return notify.warning(sayUnstamped(visit, timeZone))
    onRegistered(visit)
    const message = authorised ? successes[authorised] : texts.visit.done
    if (visit.id) notify.undoable(message, texts.visit.undo, () => undo.mutate(visit.id))
    else notify.success(message)
  }

  return useMutation({
    mutationFn: ({ authorised, notes }: NextVisit) =>
      acts.register({
        subject: { customerId: id },
        name,
        notes: notes.trim(),
        ...(authorised && { authorized: true }),
      }),
    onSuccess: (outcome, { authorised }) => {
      if (outcome.type === 'kept') notify.warning(actTexts.visit.kept)
      else tell(outcome.answer, authorised)
    },
  })
}

/** Why a visit was not registered, with what to do where the server says it. */
export function visitFailure(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return [field ?? errorText(error), hintOf(error)].filter(Boolean).join(' ')
}
