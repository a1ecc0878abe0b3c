import { useState } from 'react'
import { type RegistrationRequest, registerCustomer } from '@/acts/guest/registerCustomer'
import { useAction } from '@/acts/shared/useAction'
import { isApiError } from '@/api/error'
import { clearFormData, formError, usePageData } from '@/api/pageData'
import type { PublicBusiness, RegisteredCustomer, Registration } from '@/api/types'
import { passLinksOf } from '@/api/walletLinks'
import { newIdempotencyKey } from '@/lib/ids'
import { isMinor } from '@/lib/minors'
import { joinPhone } from '@/lib/phone'
import { describeFailure, describeFixedFailure, type Failure, invalidForm } from './failure'
import {
  type Draft,
  emptyDraft,
  fixedRegistrationOf,
  type Problems,
  registrationOf,
  uncheckedDraft,
  withFormFields,
} from './form'
import { type FinishedRegistration, isOtherPerson, registrationStore } from './registrationStore'

export type FormKind = 'open' | 'fixed'

const kinds = {
  open: { bodyOf: registrationOf, describe: describeFailure },
  fixed: { bodyOf: fixedRegistrationOf, describe: describeFixedFailure },
} as const

export interface CounterMode {
  store: Pick<ReturnType<typeof registrationStore>, 'readUnfinished' | 'keep' | 'finish'>
  describe: (error: unknown) => Failure
  /** Sent in addition to the form's own fields. */
  fields: Pick<Registration, 'atCounter' | 'claimedStamps'>
}

/** The state of the form, stored across page loads. `initialFailure` is the refusal that the server rendered. */
export function useRegistration(
  business: PublicBusiness,
  onDone: (registration: FinishedRegistration) => void,
  kind: FormKind = 'open',
  counter?: CounterMode,
) {
  const { bodyOf } = kinds[kind]
  const { describe } = counter ?? kinds[kind]
  const store = counter?.store ?? registrationStore(business.id)
  const page = usePageData()
  const [refusal] = useState(() => formError(page))
  const [{ draft, attempt }, setUnfinished] = useState(() => {
    const { draft, attempt } = store.readUnfinished()
    const phone = draft.phone.number
    const nextDraft = isOtherPerson(page?.fields, { ...draft, phone }) ? emptyDraft : draft
    return { attempt, draft: withFormFields(refusal ? uncheckedDraft : nextDraft, page?.fields ?? {}) }
  })
  const [problems, setProblems] = useState<Problems>(refusal?.fieldErrors ?? {})
  const [failure, setFailure] = useState(() => refusal && describe(refusal))
  const [initialFailure] = useState(failure)
  // The server decides by the date in the business's time zone, which may differ from the device's.
  const [serverAsksGuardian, setServerAsksGuardian] = useState(() => asksGuardian(refusal?.fieldErrors))
  const withGuardian = serverAsksGuardian || isMinor(draft.birthday)

  const keep = (next: Draft, request: RegistrationRequest | null) => {
    setUnfinished({ draft: next, attempt: request })
    store.keep({ draft: next, attempt: request })
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

  const sending = useAction(
    async (request: RegistrationRequest) => {
      try {
        const customer = completeCustomer(await registerCustomer(request), draft, business)
        const { colour, logoUrl, whatsapp, emails } = business
        const registration = {
          customer,
          email: draft.email.trim(),
          look: { colour, logoUrl },
          ways: { whatsapp, emails },
        }
        store.finish(registration)
        clearFormData(page)
        onDone(registration)
      } catch (error) {
        refuse(describe(error), isApiError(error) ? error.fieldErrors : {})
        throw error
      }
    },
    { staysBusy: true },
  )

  const submit = (foundProblems: Problems) => {
    if (Object.keys(foundProblems).length > 0) return refuse(invalidForm, foundProblems)
    const request = requestFor(
      JSON.stringify({ ...bodyOf(draft, business, withGuardian), ...counter?.fields }),
      attempt,
    )
    keep(draft, request)
    setFailure(null)
    setProblems({})
    sending.start(request)
  }

  return {
    draft,
    withGuardian,
    problems,
    failure,
    initialFailure,
    busy: sending.isPending,
    change,
    submit,
  }
}

const asksGuardian = (problems: Problems = {}) =>
  problems.guardianName !== undefined || problems.guardianConsent !== undefined

/** Returns the request to send. An unchanged form keeps its key, so that the server repeats a lost response. */
function requestFor(body: string, last: RegistrationRequest | null): RegistrationRequest {
  return last?.body === body ? last : { key: newIdempotencyKey(), body }
}

/** Completes the customer. Fields that the response omits come from the form. */
function completeCustomer(
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
