import { useState } from 'react'
import { type Attempt, registerCustomer } from '@/acts/guest/registerCustomer'
import { useAct } from '@/acts/shared/useAct'
import { isApiError } from '@/api/error'
import { forgetForm, refusalIn, useShown } from '@/api/shown'
import type { PublicBusiness, RegisteredCustomer } from '@/api/types'
import { passLinksOf } from '@/api/walletLinks'
import { newIdempotencyKey } from '@/lib/ids'
import { isMinor } from '@/lib/minors'
import { joinPhone } from '@/lib/phone'
import { describeFailure, describeFixedFailure, type Failure, unsent } from './failure'
import {
  type Draft,
  emptyDraft,
  fixedRegistrationOf,
  type Problems,
  registrationOf,
  untickedDraft,
  withFields,
} from './form'
import { type Finished, isAnother, keptFor } from './kept'

/** Which of the two forms: the one of any business, or the one of the business that the server has fixed. */
export type FormKind = 'open' | 'fixed'

const manners = {
  open: { bodyOf: registrationOf, describe: describeFailure },
  fixed: { bodyOf: fixedRegistrationOf, describe: describeFixedFailure },
} as const

/**
 * The form of one business: what is typed, sending it, and what came of it, `failedBefore` with the page already. Survives
 * a reload.
 */
export function useRegistration(
  business: PublicBusiness,
  onDone: (finished: Finished) => void,
  kind: FormKind = 'open',
) {
  const { bodyOf, describe } = manners[kind]
  const kept = keptFor(business.id)
  const shown = useShown()
  const [refused] = useState(() => refusalIn(shown))
  const [{ draft, attempt }, setUnfinished] = useState(() => {
    const { draft, attempt } = kept.unfinished()
    const phone = draft.phone.number
    const known = isAnother(shown?.fields, { ...draft, phone }) ? emptyDraft : draft
    return { attempt, draft: withFields(refused ? untickedDraft : known, shown?.fields ?? {}) }
  })
  const [problems, setProblems] = useState<Problems>(refused?.fieldErrors ?? {})
  const [failure, setFailure] = useState(() => refused && describe(refused))
  const [failedBefore] = useState(failure)
  // By the day of the business, which need not be the device's.
  const [serverAsksGuardian, setServerAsksGuardian] = useState(() => asksGuardian(refused?.fieldErrors))
  const withGuardian = serverAsksGuardian || isMinor(draft.birthday)

  const keep = (next: Draft, sent: Attempt | null) => {
    setUnfinished({ draft: next, attempt: sent })
    kept.keep({ draft: next, attempt: sent })
  }

  const change = (part: Partial<Draft>, field?: keyof Problems) => {
    keep({ ...draft, ...part }, attempt)
    if (field === 'birthday') setServerAsksGuardian(false)
    if (field) setProblems({ ...problems, [field]: undefined })
  }

  const refuse = (reason: Failure, fields: Problems) => {
    setFailure(reason)
    setProblems(fields)
    if (asksGuardian(fields)) setServerAsksGuardian(true)
  }

  const sending = useAct(
    async (sent: Attempt) => {
      try {
        const customer = completed(await registerCustomer(sent), draft, business)
        const { colour, logoUrl, whatsapp, emails } = business
        const finished = {
          customer,
          email: draft.email.trim(),
          look: { colour, logoUrl },
          ways: { whatsapp, emails },
        }
        kept.finish(finished)
        forgetForm(shown)
        onDone(finished)
      } catch (error) {
        refuse(describe(error), isApiError(error) ? error.fieldErrors : {})
        throw error
      }
    },
    { leaves: true },
  )

  const submit = (found: Problems) => {
    if (Object.keys(found).length > 0) return refuse(unsent, found)
    const sent = attemptFor(JSON.stringify(bodyOf(draft, business, withGuardian)), attempt)
    keep(draft, sent)
    setFailure(null)
    setProblems({})
    sending.start(sent)
  }

  return { draft, withGuardian, problems, failure, failedBefore, busy: sending.isPending, change, submit }
}

const asksGuardian = (problems: Problems = {}) =>
  problems.guardianName !== undefined || problems.guardianConsent !== undefined

/** The same form is sent with the same key, so that an answer that got lost is given again. */
function attemptFor(body: string, last: Attempt | null): Attempt {
  return last?.body === body ? last : { key: newIdempotencyKey(), body }
}

/** The answer need hold no more than the id: what a server leaves out of it is as the form says. */
function completed(
  {
    id,
    name,
    phone,
    qrUrl,
    businessId,
    businessName,
    registrationToken,
    welcomeText,
    qrPicture,
    qrSentBy,
    ...links
  }: Partial<RegisteredCustomer>,
  draft: Draft,
  business: PublicBusiness,
): RegisteredCustomer {
  if (!id) throw new Error('the answer to a registration names no customer')
  return {
    id,
    name: name || draft.name.trim(),
    phone: phone || joinPhone(draft.phone),
    qrUrl: qrUrl ?? '',
    ...(qrPicture && { qrPicture }),
    businessId: businessId || business.id,
    businessName: businessName || business.name,
    qrSentBy: qrSentBy === undefined && draft.whatsapp ? 'WHATSAPP' : (qrSentBy ?? null),
    registrationToken: registrationToken ?? null,
    welcomeText: welcomeText ?? business.welcomeText,
    ...passLinksOf(links),
  }
}
