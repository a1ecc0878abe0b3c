import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { PublicBusiness } from '@/api/types'
import { BirthdayField } from '@/ui/BirthdayField'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { GuardianFields } from '@/ui/guardian/GuardianFields'
import { Notice } from '@/ui/Notice'
import { PhoneField } from '@/ui/PhoneField'
import { TextField } from '@/ui/TextField'
import type { Failure } from './failure'
import { type Draft, missingFrom, type Problems, problemsOf } from './form'
import type { Finished } from './kept'
import { PointsLink } from './PointsLink'
import { PrivacyLink } from './PrivacyLink'
import { PrivacyNotice } from './PrivacyNotice'
import { texts } from './texts'
import { type FormKind, useRegistration } from './useRegistration'

interface RegistrationFormProps {
  business: PublicBusiness
  kind?: FormKind
  onDone: (finished: Finished) => void
}

const words = { open: texts.form, fixed: texts.fixed } as const

/** The one form between a newcomer and the card. */
export function RegistrationForm({ business, kind = 'open', onDone }: RegistrationFormProps) {
  const { draft, withGuardian, problems, failure, busy, change, submit } = useRegistration(
    business,
    onDone,
    kind,
  )
  const form = useRef<HTMLFormElement>(null)
  const missingId = useId()
  const missing = missingFrom(draft, withGuardian)

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || missing.length > 0) return
    void submit(problemsOf(draft, validityOf(event.currentTarget)))
  }

  return (
    <form ref={form} noValidate onSubmit={send} aria-label={texts.form.label} className="grid gap-5">
      <p className="text-ink-soft">{texts.form.minute}</p>
      <Identity draft={draft} problems={problems} change={change} />
      {withGuardian && <GuardianFields by="own" value={draft} problems={problems} onChange={change} />}
      <Channels draft={draft} change={change} />
      <Acceptances
        promotionsOf={kind === 'open' ? business.name : null}
        ofMinor={withGuardian}
        businessId={business.id}
        draft={draft}
        problems={problems}
        change={change}
      />
      <PrivacyNotice business={business} />
      {failure && <FailureNotice failure={failure} businessId={business.id} />}
      <div className="grid gap-2">
        <Button
          type="submit"
          size="counter"
          wide
          disabled={missing.length > 0}
          busy={busy}
          busyLabel={words[kind].submitting}
          aria-describedby={missing.length > 0 ? missingId : undefined}
        >
          {words[kind].submit}
        </Button>
        {missing.length > 0 && (
          <p id={missingId} className="text-center text-small text-ink-soft">
            {texts.form.missing(missing)}
          </p>
        )}
      </div>
    </form>
  )
}

interface PartProps {
  draft: Draft
  problems: Problems
  change: (part: Partial<Draft>, field?: keyof Problems) => void
}

function Identity({ draft, problems, change }: PartProps) {
  return (
    <>
      <TextField
        label={texts.form.name}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={120}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => change({ name: target.value }, 'name')}
      />
      <PhoneField
        label={texts.form.phone}
        name="phone"
        required
        help={texts.form.phoneHelp}
        value={draft.phone}
        error={problems.phone}
        onChange={(phone) => change({ phone }, 'phone')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={texts.form.email}
          name="email"
          type="email"
          autoComplete="email"
          optional
          maxLength={254}
          value={draft.email}
          error={problems.email}
          onChange={({ target }) => change({ email: target.value }, 'email')}
        />
        <BirthdayField
          label={texts.form.birthday}
          optional
          help={texts.form.birthdayHelp}
          value={draft.birthday}
          error={problems.birthday}
          onChange={(birthday) => change({ birthday }, 'birthday')}
        />
      </div>
    </>
  )
}

function Channels({ draft, change }: Omit<PartProps, 'problems'>) {
  const helpId = useId()
  const boxes = [
    ['whatsapp', texts.form.whatsapp],
    ['byEmail', texts.form.byEmail],
    ['sms', texts.form.sms],
  ] as const
  return (
    <fieldset aria-describedby={helpId}>
      <legend className="font-semibold">{texts.form.channels}</legend>
      <p id={helpId} className="text-small text-ink-soft">
        {texts.form.channelsHelp}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-3 sm:gap-x-6">
        {boxes.map(([name, label]) => (
          <Checkbox
            key={name}
            name={name}
            label={label}
            checked={draft[name]}
            onChange={({ target }) => change({ [name]: target.checked })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface AcceptancesProps extends PartProps {
  /** Whose promotions may be accepted; null where the form does not ask. */
  promotionsOf: string | null
  ofMinor: boolean
  businessId: string
}

function Acceptances({ promotionsOf, ofMinor, businessId, draft, problems, change }: AcceptancesProps) {
  return (
    <div className="border-t border-rule pt-3">
      <Checkbox
        name="privacy"
        required
        label={<PrivacyLabel businessId={businessId} />}
        checked={draft.privacy}
        error={problems.acceptedPrivacy}
        onChange={({ target }) => change({ privacy: target.checked }, 'acceptedPrivacy')}
      />
      {promotionsOf && (
        <Checkbox
          name="promotions"
          label={texts.form.promotions(promotionsOf)}
          help={ofMinor ? texts.form.noPromotions : texts.form.promotionsHelp}
          checked={draft.promotions && !ofMinor}
          disabled={ofMinor}
          onChange={({ target }) => change({ promotions: target.checked })}
        />
      )}
    </div>
  )
}

function PrivacyLabel({ businessId }: { businessId: string }): ReactNode {
  return (
    <>
      {texts.form.privacy} <PrivacyLink businessId={businessId}>{texts.form.privacyLink}</PrivacyLink>
    </>
  )
}

function FailureNotice({ failure, businessId }: { failure: Failure; businessId: string }) {
  const { tone, title, detail, said, leadsToPoints } = failure
  return (
    <Notice tone={tone} title={title}>
      {detail && <p>{detail}</p>}
      {said && <p className="mt-1 text-small text-ink-soft">{said}</p>}
      {leadsToPoints && (
        <p className="mt-2">
          <PointsLink businessId={businessId} />
        </p>
      )}
    </Notice>
  )
}

function validityOf(form: HTMLFormElement) {
  const validity = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).validity
  return { email: validity('email'), birthday: validity('birthday') }
}
