import type { ComponentType, FormEvent, ReactNode } from 'react'
import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import { type Faults, useForm } from '@/lib/useForm'
import { BirthdayField, type BirthdayFieldProps, birthdayFaultIn } from '../BirthdayField'
import { CancellableForm } from './CancellableForm'
import { texts } from './texts'

export interface ChildDraft {
  name: string
  birthday: string
  guardianConsent: boolean
}

interface ChildFormProps {
  words: { title: string; name: string; consent: string; missingConsent: string }
  name?: string
  busy: boolean
  failure: Error | null
  notice: ReactNode
  draft?: { form: string; owner: string }
  /** The browser's own field by default. */
  Birthday?: ComponentType<BirthdayFieldProps>
  birthdayFault?: (birthday: string) => string | undefined
  onAdd: (child: ChildDraft) => void
  onCancel: () => void
}

export function ChildForm({
  words,
  name = '',
  busy,
  failure,
  notice,
  draft,
  Birthday = BirthdayField,
  birthdayFault,
  onAdd,
  onCancel,
}: ChildFormProps) {
  const form = useForm<ChildDraft>({
    savedValues: { name, birthday: '', guardianConsent: false },
    faultsIn: (child) => missingIn(child, words.missingConsent),
    refusal: failure,
    ...(draft && { draft }),
  })
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const birthday = birthdayFault ? birthdayFault(form.values.birthday) : birthdayFaultIn(currentTarget)
    if (form.check(birthday ? { birthday } : {})) onAdd({ ...form.values, name: form.values.name.trim() })
  }
  return (
    <CancellableForm
      form={form.element}
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
        autoComplete="off"
        autoCapitalize="words"
        autoFocus
        required
        maxLength={120}
        {...form.text('name')}
        name="childName"
      />
      <Birthday
        label={texts.birthday}
        help={texts.birthdayHelp}
        autoComplete="off"
        required
        {...form.field('birthday')}
      />
      <Checkbox label={words.consent} required {...form.box('guardianConsent')} />
    </CancellableForm>
  )
}

function missingIn({ name, birthday, guardianConsent }: ChildDraft, missingConsent: string): Faults {
  return {
    ...(!name.trim() && { name: texts.missing.name }),
    ...(!birthday && { birthday: texts.missing.birthday }),
    ...(!guardianConsent && { guardianConsent: missingConsent }),
  }
}
