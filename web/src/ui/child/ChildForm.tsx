import { type FormEvent, type ReactNode, useState } from 'react'
import { BirthdayField, birthdayFaultIn } from '../BirthdayField'
import { Checkbox } from '../Checkbox'
import { TextField } from '../TextField'
import { AskedForm } from './AskedForm'
import { texts } from './texts'
import { useAnswers, type Wrong } from './useAnswers'

/** A child to be added, as a form says it. */
export interface ChildDraft {
  name: string
  /** YYYY-MM-DD. */
  birthday: string
  guardianConsent: boolean
}

interface ChildFormProps {
  /** The words of whoever fills it in. */
  words: { title: string; name: string; consent: string; missingConsent: string }
  /** What is known of the name already. */
  name?: string
  busy: boolean
  /** Why the last try did not succeed; null when there is nothing to say. */
  failure: Error | null
  /** What the server has found wrong, by field. */
  refused: Wrong
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
  const { form, errors, isWhole } = useAnswers(failure, refused)
  const [child, setChild] = useState<ChildDraft>({ name, birthday: '', guardianConsent: false })
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const absent = missingIn(child, birthdayFaultIn(currentTarget), words.missingConsent)
    if (isWhole(absent)) onAdd({ ...child, name: child.name.trim() })
  }
  return (
    <AskedForm
      form={form}
      title={words.title}
      busy={busy}
      submit={texts.submit}
      submitting={texts.submitting}
      onSubmit={submit}
      onCancel={onCancel}
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
    </AskedForm>
  )
}

/** What is missing of a child, by field. */
function missingIn(
  { name, birthday, guardianConsent }: ChildDraft,
  fault: string | undefined,
  missingConsent: string,
): Wrong {
  const ofBirthday = fault ?? (birthday ? undefined : texts.missing.birthday)
  return {
    ...(!name.trim() && { name: texts.missing.name }),
    ...(ofBirthday && { birthday: ofBirthday }),
    ...(!guardianConsent && { guardianConsent: missingConsent }),
  }
}
