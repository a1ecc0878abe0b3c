import { useQuery } from '@tanstack/react-query'
import { sayUnstamped } from '@/acts/staff/sayVisit'
import { useRegisterVisit } from '@/acts/staff/visits'
import { businessQuery } from '@/api/customers'
import { hintOf, isApiError } from '@/api/error'
import type { Customer, RegisteredVisit } from '@/api/types'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

/** Why a visit is registered although there was one today, if it is. */
type Authorised = 'owner' | 'card' | null

const successes = { owner: texts.visit.authorised, card: texts.visit.additional } as const

/** Told of a visit that was just registered, and with null when it is taken back. */
export type OnRegistered = (visit: RegisteredVisit | null) => void

/** Registers visits of a customer, and tells her record of them. */
export function useVisits({ id, name }: Customer, onRegistered: OnRegistered) {
  const timeZone = useQuery(businessQuery()).data?.timezone
  const { mutate, ...visits } = useRegisterVisit({
    onStamped: onRegistered,
    onUnstamped: (visit) => void notify.warning(sayUnstamped(visit, timeZone)),
    onUndone: () => onRegistered(null),
  })
  return {
    ...visits,
    register: (authorised: Authorised, notes: string, onSuccess: () => void) =>
      mutate(
        {
          subject: { customerId: id },
          name,
          notes: notes.trim(),
          ...(authorised && { authorized: true }),
          message: () => (authorised ? successes[authorised] : texts.visit.done),
        },
        { onSuccess },
      ),
  }
}

/** Why a visit was not registered, with what to do where the server says it. */
export function visitFailure(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return [field ?? errorText(error), hintOf(error)].filter(Boolean).join(' ')
}
