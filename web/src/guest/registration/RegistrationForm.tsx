import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { PublicBusiness } from '@/api/types'
import { inBrowser } from '@/lib/inBrowser'
import { joinPhone } from '@/lib/phone'
import { registrationPath } from '@/lib/registrationPath'
import { FailureNotice } from './FailureNotice'
import { missingFields, validateDraft } from './form'
import { OptionalPart } from './OptionalPart'
import { PrivacyNotice } from './PrivacyNotice'
import { RequiredPart } from './RequiredPart'
import type { FinishedRegistration } from './registrationStore'
import { SubmitBar } from './SubmitBar'
import { texts } from './texts'
import { type CounterMode, type FormKind, useRegistration } from './useRegistration'

interface RegistrationFormProps {
  business: PublicBusiness
  kind?: FormKind
  /** `part` renders the field that exists only in the counter's form. */
  counter?: CounterMode & { part: (refusal: string | undefined) => ReactNode }
  onDone: (registration: FinishedRegistration) => void
}

export function RegistrationForm({ business, kind = 'open', counter, onDone }: RegistrationFormProps) {
  const { draft, withGuardian, problems, failure, initialFailure, busy, change, submit } = useRegistration(
    business,
    onDone,
    kind,
    counter,
  )
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const missing = missingFields(draft, withGuardian)
  const toldOf = { businessId: business.id, kind, phone: joinPhone(draft.phone) }

  useEffect(() => {
    if (!failure || failure === initialFailure) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) {
      wrong.focus()
      wrong.scrollIntoView() // shows the problems below it too
    } else notice.current?.scrollIntoView({ block: 'nearest' })
  }, [failure, initialFailure])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || missing.length > 0) return
    submit(validateDraft(draft, validityOf(event.currentTarget)))
  }

  /** While a required field is empty, Enter moves to it instead of sending the form. */
  const leadOn = (event: KeyboardEvent<HTMLFormElement>) => {
    const [firstMissing] = missing
    if (event.key !== 'Enter' || !firstMissing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    inputIn(event.currentTarget, firstMissing.field).focus()
  }

  return (
    <form
      ref={form}
      method="post"
      action={kind === 'open' ? registrationPath(business.id) : undefined}
      noValidate={inBrowser}
      onSubmit={send}
      onKeyDown={leadOn}
      aria-label={texts.form.label}
      className="grid gap-5 [&_input]:scroll-mt-16"
    >
      {failure && failure === initialFailure && <FailureNotice {...toldOf} failure={failure} />}
      <RequiredPart businessId={business.id} draft={draft} problems={problems} change={change} />
      {counter?.part(problems.claimedStamps)}
      <OptionalPart
        promotionsOf={kind === 'open' ? business.name : null}
        withGuardian={withGuardian}
        ways={business}
        draft={draft}
        problems={problems}
        change={change}
      />
      <PrivacyNotice business={business} />
      <div ref={notice} className="scroll-mb-28 empty:hidden">
        {failure && failure !== initialFailure && <FailureNotice {...toldOf} failure={failure} />}
      </div>
      <SubmitBar kind={kind} missing={missing.map(({ words }) => words)} busy={busy} />
    </form>
  )
}

function validityOf(form: HTMLFormElement) {
  return { email: inputIn(form, 'email').validity, birthday: inputIn(form, 'birthday').validity }
}

const inputIn = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement
