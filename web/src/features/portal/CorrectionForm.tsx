import { type FormEvent, useRef, useState } from 'react'
import { type Correction, correctData } from '@/acts/ownData'
import { useAct } from '@/acts/useAct'
import { isApiError } from '@/api/error'
import type { OwnData } from '@/api/types'
import { errorText } from '@/lib/errors'
import { focusFirstError } from '@/lib/focusFirstError'
import { isMinor } from '@/lib/minors'
import { BirthdayField, birthdayFaultIn } from '@/ui/BirthdayField'
import { Button } from '@/ui/Button'
import { GuardianFields, guardianIn, noGuardian } from '@/ui/guardian/GuardianFields'
import { Notice } from '@/ui/Notice'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

const words = texts.data.person

const saidIn = ({ name, email, birthday }: OwnData) => ({
  name,
  email: email ?? '',
  birthday: birthday ?? '',
})

/** What is typed, of whom, and what stood there before. */
export const draftOf = (of: string, data: OwnData) => ({
  of,
  ...saidIn(data),
  ...noGuardian,
  before: saidIn(data),
})

export type Draft = ReturnType<typeof draftOf>

/** What was changed, null for what is empty. An e-mail that was asked about is hers also as it was; a guardian goes with the birth date that she is asked for. */
function correctionIn(
  { name, email, birthday, before }: Draft,
  asksEmail: boolean,
  withGuardian: boolean,
): Correction {
  return {
    ...(name !== before.name && { name }),
    ...((email !== before.email || asksEmail) && { email: email || null }),
    ...((birthday !== before.birthday || withGuardian) && { birthday: birthday || null }),
  }
}

interface CorrectionProps {
  whose: string
  data: OwnData
  draft: Draft
  /** Which field is typed into first. */
  first: 'name' | 'email'
  onDraft: (draft: Draft) => void
  onChanged: (data: OwnData) => void
  onCancel: () => void
}

/** What the customer corrects herself. */
export function CorrectionForm({ whose, data, draft, first, onDraft, onChanged, onCancel }: CorrectionProps) {
  const form = useRef<HTMLFormElement>(null)
  const [wrongBirthday, setWrongBirthday] = useState<string>()
  const save = useAct(async (correction: Correction) => onChanged(await correctData(whose, correction)), {
    leaves: true,
  })
  const fields = isApiError(save.error) ? save.error.fieldErrors : {}
  // She has entered by it, and would be shut out.
  const byEmail = data.signedInBy === 'email'
  const wasMinor = isMinor(data.birthday)
  const asksGuardian = Boolean(fields.guardianName || fields.guardianConsent)
  const withGuardian = !data.guardianName && (isMinor(draft.birthday) || asksGuardian)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = birthdayFaultIn(event.currentTarget)
    setWrongBirthday(wrong)
    if (wrong) return focusFirstError(form)
    const correction = correctionIn(draft, first === 'email', withGuardian)
    save.start({ ...correction, ...guardianIn(draft, withGuardian) })
  }
  const set = (part: Partial<Draft>) => onDraft({ ...draft, ...part })
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={words.name}
        autoComplete="name"
        autoFocus={first === 'name'}
        maxLength={120}
        value={draft.name}
        error={fields.name}
        onChange={({ target }) => set({ name: target.value })}
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
        value={draft.email}
        error={fields.email}
        onChange={({ target }) => set({ email: target.value })}
      />
      <BirthdayField
        label={words.birthday}
        optional={!wasMinor}
        readOnly={wasMinor}
        help={wasMinor ? words.minorBirthday : words.birthdayHelp}
        value={draft.birthday}
        error={wrongBirthday ?? fields.birthday}
        onChange={(birthday) => {
          save.reset()
          setWrongBirthday(undefined)
          set({ birthday })
        }}
      />
      {withGuardian && <GuardianFields by="own" value={draft} problems={fields} onChange={set} />}
      {!data.child && <p className="text-small text-ink-soft">{words.phoneHelp}</p>}
      {save.error && (
        <Notice tone="error" title={words.notSaved}>
          {errorText(save.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={save.isPending} busyLabel={words.saving}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
