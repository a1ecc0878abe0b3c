import { type FormEvent, useState } from 'react'
import { describePasswordFailure } from '@/acts/shared/passwordFailure'
import { passwordTexts } from '@/acts/shared/passwordTexts'
import { useChangePassword } from '@/acts/staff/account'
import { type ApiError, isApiError } from '@/api/error'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { Message } from '@/kit/Message'
import { TextField } from '@/kit/TextField'
import { useForm } from '@/lib/useForm'
import { PasswordStrength } from '@/shared/login/PasswordStrength'
import { texts } from './texts'

const minLength = 8

const blank = { currentPassword: '', newPassword: '', repeated: '' }

type Fields = typeof blank

/** Checks the limits of the specification, section 5. */
export function isValid({ currentPassword, newPassword, repeated }: Fields): boolean {
  return currentPassword !== '' && newPassword.length >= minLength && newPassword === repeated
}

export function PasswordForm() {
  const [checked, setChecked] = useState(false)
  const [visible, setVisible] = useState(false)
  const change = useChangePassword(() => {
    form.reset()
    setChecked(false)
  })
  const form = useForm({
    savedValues: blank,
    refusal: change.error,
    onChange: () => change.isPending || change.reset(),
  })
  const fields = form.values
  const valid = isValid(fields)
  const wrong = isApiError(change.error) ? wrongFields(change.error) : {}
  const isShownAtField = Boolean(wrong.currentPassword || wrong.newPassword)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (valid && !change.isPending) {
      change.mutate({ currentPassword: fields.currentPassword, newPassword: fields.newPassword })
    }
  }
  const field = (name: keyof Fields, autoComplete: string) => ({
    type: visible ? 'text' : 'password',
    autoComplete,
    ...form.text(name),
    error: wrong[name],
  })
  return (
    <form ref={form.element} noValidate className="grid gap-5" onSubmit={submit}>
      {change.isSuccess && <Message text={passwordTexts.done} />}
      {change.isError && !isShownAtField && <Message text={`❌ ${describePasswordFailure(change.error)}`} />}
      <TextField label={texts.password.current} {...field('currentPassword', 'current-password')} />
      <TextField
        label={texts.password.next}
        help={texts.password.nextHelp}
        {...field('newPassword', 'new-password')}
      />
      <PasswordStrength password={fields.newPassword} least={minLength} />
      <TextField
        label={texts.password.repeated}
        onBlur={() => setChecked(fields.repeated !== '')}
        {...field('repeated', 'new-password')}
      />
      <Checkbox
        label={texts.password.show}
        checked={visible}
        onChange={(event) => setVisible(event.target.checked)}
      />
      {checked && !valid && <Message text={texts.password.invalid} />}
      <p className="text-small text-ink-soft">{texts.password.othersEnd}</p>
      <Button type="submit" disabled={!valid} busy={change.isPending} busyLabel={texts.password.submitting}>
        {texts.password.submit}
      </Button>
    </form>
  )
}

function wrongFields({ code, message, fieldErrors }: ApiError): Partial<Record<keyof Fields, string>> {
  return code === 'WRONG_PASSWORD' ? { currentPassword: message } : fieldErrors
}
