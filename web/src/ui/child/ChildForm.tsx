import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { BirthdayField } from '../BirthdayField'
import { Button } from '../Button'
import { birthdayFaultIn } from '../birthdayFault'
import { Checkbox } from '../Checkbox'
import { focusFirstError, useFocusFirstError } from '../focusFirstError'
import { TextField } from '../TextField'
import { texts } from './texts'

/** A child to be added, as a form says it. */
export interface ChildDraft {
  name: string
  /** YYYY-MM-DD. */
  birthday: string
  guardianConsent: boolean
}

type ChildErrors = Readonly<Partial<Record<string, string>>>

interface ChildFormProps {
  /** The words of whoever fills it in. */
  words: { title: string; name: string; consent: string; missingConsent: string }
  /** What is known of the name already. */
  name?: string
  busy: boolean
  /** Why the last try did not succeed; null when there is nothing to say. */
  failure: Error | null
  /** What the server has found wrong, by field. */
  refused: ChildErrors
  /** What is said of the failure. */
  notice: ReactNode
  onAdd: (child: ChildDraft) => void
  onCancel: () => void
}

/** Asks for a child's name and birth date and her guardian's consent: she has no phone of her own. */
export function ChildForm({
  words,
  name = '',
  busy,
  failure,
  refused,
  notice,
  onAdd,
  onCancel,
}: ChildFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [child, setChild] = useState<ChildDraft>({ name, birthday: '', guardianConsent: false })
  const [missing, setMissing] = useState<ChildErrors>({})
  const errors = { ...refused, ...missing }
  useFocusFirstError(form, failure)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const absent = missingIn(child, birthdayFaultIn(event.currentTarget), words.missingConsent)
    setMissing(absent)
    if (Object.keys(absent).length > 0) focusFirstError(form)
    else onAdd({ ...child, name: child.name.trim() })
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={words.title}
      onSubmit={submit}
      className="grid gap-4 rounded-box border border-rule p-4 text-left"
    >
      {notice}
      <TextField
        label={words.name}
        name="childName"
        autoComplete="off"
        autoCapitalize="words"
        autoFocus
        required
        maxLength={120}
        value={child.name}
        error={errors.name}
        onChange={({ target }) => setChild({ ...child, name: target.value })}
      />
      <BirthdayField
        label={texts.birthday}
        help={texts.birthdayHelp}
        autoComplete="off"
        required
        value={child.birthday}
        error={errors.birthday}
        onChange={(birthday) => setChild({ ...child, birthday })}
      />
      <Checkbox
        name="guardianConsent"
        label={words.consent}
        required
        checked={child.guardianConsent}
        error={errors.guardianConsent}
        onChange={({ target }) => setChild({ ...child, guardianConsent: target.checked })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} busyLabel={texts.submitting}>
          {texts.submit}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** What is missing of a child, by field. */
function missingIn(
  { name, birthday, guardianConsent }: ChildDraft,
  fault: string | undefined,
  missingConsent: string,
): ChildErrors {
  const ofBirthday = fault ?? (birthday ? undefined : texts.missing.birthday)
  return {
    ...(!name.trim() && { name: texts.missing.name }),
    ...(ofBirthday && { birthday: ofBirthday }),
    ...(!guardianConsent && { guardianConsent: missingConsent }),
  }
}
