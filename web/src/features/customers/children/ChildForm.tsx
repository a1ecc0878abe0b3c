import { type FormEvent, useRef, useState } from 'react'
import { childTexts, useAddChild } from '@/acts/children'
import { isApiError } from '@/api/error'
import type { Customer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { BirthdayField } from '@/ui/BirthdayField'
import { Button } from '@/ui/Button'
import { birthdayFaultIn } from '@/ui/birthdayFault'
import { Checkbox } from '@/ui/Checkbox'
import { focusFirstError, useFocusFirstError } from '@/ui/focusFirstError'
import { Message } from '@/ui/Message'
import { TextField } from '@/ui/TextField'
import type { FieldErrors } from '../guardian'
import { texts } from './texts'

const words = texts.form

interface ChildFormProps {
  guardian: Customer
  /** What whoever led here knows already; may be empty. */
  name: string
  onDone: () => void
}

/** The form of a child, whose guardian stands at the counter. */
export function ChildForm({ guardian, name, onDone }: ChildFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [child, setChild] = useState({ name, birthday: '', guardianConsent: false })
  const [missing, setMissing] = useState<FieldErrors>({})
  const add = useAddChild(guardian.id, onDone)
  const refused: FieldErrors = isApiError(add.error) ? add.error.fieldErrors : {}
  const errors = { ...refused, ...missing }
  useFocusFirstError(form, add.error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (add.isPending) return
    const absent = missingIn(child, birthdayFaultIn(event.currentTarget))
    setMissing(absent)
    if (Object.keys(absent).length > 0) focusFirstError(form)
    else add.mutate({ ...child, name: child.name.trim() })
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={words.title}
      onSubmit={submit}
      className="grid gap-4 rounded-box border border-rule p-4"
    >
      {add.isError && <Message text={`❌ ${errorText(add.error, childTexts.failed)}`} />}
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
        label={words.birthday}
        help={words.birthdayHelp}
        autoComplete="off"
        required
        value={child.birthday}
        error={errors.birthday}
        onChange={(birthday) => setChild({ ...child, birthday })}
      />
      <Checkbox
        name="guardianConsent"
        label={words.consent(guardian.name)}
        required
        checked={child.guardianConsent}
        error={errors.guardianConsent}
        onChange={({ target }) => setChild({ ...child, guardianConsent: target.checked })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={add.isPending} busyLabel={words.submitting}>
          {words.submit}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

/** What is missing of a child, by field. */
function missingIn(
  { name, birthday, guardianConsent }: { name: string; birthday: string; guardianConsent: boolean },
  fault: string | undefined,
): FieldErrors {
  const ofBirthday = fault ?? (birthday ? undefined : words.missing.birthday)
  return {
    ...(!name.trim() && { name: words.missing.name }),
    ...(ofBirthday && { birthday: ofBirthday }),
    ...(!guardianConsent && { guardianConsent: words.missing.consent }),
  }
}
