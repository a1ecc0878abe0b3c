import { sayUnstamped } from '@/acts/staff/sayVisit'
import { useRegisterVisit } from '@/acts/staff/visits'
import { hintOf, isApiError } from '@/api/error'
import type { Customer, RegisteredVisit } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

type Authorization = 'owner' | 'card' | null

const successes = { owner: texts.visit.authorized, card: texts.visit.additional } as const

/** Called with null when the visit is undone. */
export type OnRegistered = (visit: RegisteredVisit | null) => void

export function useVisitRegistration({ id, name }: Customer, onRegistered: OnRegistered) {
  const timeZone = useTimeZone()
  const { mutate, ...visits } = useRegisterVisit({
    onStamped: onRegistered,
    onUnstamped: (visit) => void notify.warning(sayUnstamped(visit, timeZone)),
    onUndone: () => onRegistered(null),
  })
  return {
    ...visits,
    register: (authorization: Authorization, notes: string, onSuccess: () => void) =>
      mutate(
        {
          subject: { customerId: id },
          name,
          notes: notes.trim(),
          ...(authorization && { authorized: true }),
          message: () => (authorization ? successes[authorization] : texts.visit.done),
        },
        { onSuccess },
      ),
  }
}

/** The error text with the server's hint. */
export function visitFailure(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return [field ?? errorText(error), hintOf(error)].filter(Boolean).join(' ')
}
