import type { FormEvent } from 'react'
import { type Correction, correctData } from '@/acts/guest/ownData'
import { useAction } from '@/acts/shared/useAction'
import type { OwnData } from '@/api/types'
import { BirthdayField, birthdayFaultIn } from '@/card/BirthdayField'
import { GuardianFields, guardianIn, noGuardian } from '@/card/guardian/GuardianFields'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { TextField } from '@/kit/TextField'
import { errorText, fieldErrorsOf } from '@/lib/errors'
import { buildChanges, type Fields } from '@/lib/form'
import { isMinor } from '@/lib/minors'
import { useForm } from '@/lib/useForm'
import { texts } from '../texts'

const words = texts.data.person

export const correctionDraft = 'correction'

const valuesOf = ({ name, email, birthday }: OwnData) => ({
  name,
  email: email ?? '',
  birthday: birthday ?? '',
  ...noGuardian,
})

/** An empty e-mail or birth date is sent as null. The guardian is sent with the birth date. */
const fields: Fields<ReturnType<typeof valuesOf>, Correction> = {
  name: (name) => ({ name }),
  email: (email) => ({ email: email || null }),
  birthday: (birthday) => ({ birthday: birthday || null }),
  guardianName: () => ({}),
  guardianConsent: () => ({}),
}

interface CorrectionFormProps {
  customerId: string
  data: OwnData
  first: 'name' | 'email'
  onChanged: (data: OwnData) => void
  onCancel: () => void
}

export function CorrectionForm({ customerId, data, first, onChanged, onCancel }: CorrectionFormProps) {
  const save = useAction(
    async (correction: Correction) => onChanged(await correctData(customerId, correction)),
    {
      staysBusy: true,
    },
  )
  const form = useForm({
    savedValues: valuesOf(data),
    fields,
    refusal: save.error,
    draft: { form: correctionDraft, owner: customerId },
  })
  const { values } = form
  // After a sign-in by e-mail, a changed address would lock the customer out.
  const byEmail = data.signedInBy === 'email'
  const wasMinor = isMinor(data.birthday)
  const fieldErrors = fieldErrorsOf(save.error)
  const asksGuardian = Boolean(fieldErrors.guardianName || fieldErrors.guardianConsent)
  const withGuardian = !data.guardianName && (isMinor(values.birthday) || asksGuardian)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const birthday = birthdayFaultIn(event.currentTarget)
    if (!form.check(birthday ? { birthday } : {})) return
    save.start({
      ...buildChanges(fields, form.edits, form.changedNames),
      // The e-mail is sent even if unchanged, which confirms it.
      ...(first === 'email' && fields.email(values.email)),
      ...(withGuardian && fields.birthday(values.birthday)),
      ...guardianIn(values, withGuardian),
    })
  }
  return (
    <form ref={form.element} noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={words.name}
        autoComplete="name"
        autoFocus={first === 'name'}
        maxLength={120}
        {...form.text('name')}
      />
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        autoFocus={first === 'email'}
        optional={!byEmail}
        readOnly={byEmail}
        help={byEmail ? words.emailFixed : undefined}
        maxLength={254}
        {...form.text('email')}
      />
      <BirthdayField
        label={words.birthday}
        optional={!wasMinor}
        readOnly={wasMinor}
        help={wasMinor ? words.minorBirthday : words.birthdayHelp}
        {...form.field('birthday')}
        onChange={(birthday) => {
          save.reset()
          form.change({ birthday })
        }}
      />
      {withGuardian && (
        <GuardianFields by="own" value={values} problems={form.errors} onChange={form.change} />
      )}
      {!data.child && <p className="text-small text-ink-soft">{words.phoneHelp}</p>}
      {save.error && (
        <Notice tone="error" title={words.notSaved}>
          {errorText(save.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="secondary"
          onClick={() => {
            form.reset()
            onCancel()
          }}
        >
          {words.cancel}
        </Button>
        <Button type="submit" busy={save.isPending} busyLabel={words.saving}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
