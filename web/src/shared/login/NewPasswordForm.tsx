import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { describePasswordFailure } from '@/acts/shared/passwordFailure'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { Notice } from '@/kit/Notice'
import { TextField } from '@/kit/TextField'
import { fieldErrorsOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { PasswordStrength } from './PasswordStrength'
import { texts } from './texts'
import { usePasswordLength } from './usePasswordRecovery'

const blank = { newPassword: '', repeated: '' }

type Fields = typeof blank

const faultsOf =
  (least: number) =>
  (fields: Fields): Partial<Fields> => {
    if ([...fields.newPassword].length < least) return { newPassword: texts.choose.short(least) }
    return fields.newPassword === fields.repeated ? {} : { repeated: texts.choose.different }
  }

interface NewPasswordFormProps {
  title: ReactNode
  intro: string
  submit: string
  act: {
    isPending: boolean
    error: Error | null
    start: (newPassword: string) => void
    reset: () => void
  }
}

/** A form for a new password. It keeps the input after a refusal. */
export function NewPasswordForm({ title, intro, submit: label, act }: NewPasswordFormProps) {
  const least = usePasswordLength()
  const form = useForm({
    savedValues: blank,
    faultsIn: faultsOf(least),
    refusal: act.error,
    onChange: () => act.isPending || act.reset(),
  })
  const { newPassword: passwordError } = fieldErrorsOf(act.error)
  const [visible, setVisible] = useState(false)
  useEffect(() => form.element.current?.querySelector('input')?.focus(), [form.element])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act.isPending) return
    if (form.check()) act.start(form.values.newPassword)
  }
  const field = (name: keyof Fields) => ({
    type: visible ? 'text' : 'password',
    autoComplete: 'new-password',
    ...form.text(name),
  })
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{title}</h1>
        <p className="text-ink-soft">{intro}</p>
      </header>
      <form ref={form.element} noValidate className="grid gap-5" onSubmit={submit}>
        {act.error && !passwordError && <Notice tone="error">{describePasswordFailure(act.error)}</Notice>}
        <TextField
          label={texts.choose.next}
          help={form.errors.newPassword === texts.choose.short(least) ? undefined : texts.choose.help(least)}
          {...field('newPassword')}
        />
        <PasswordStrength password={form.values.newPassword} least={least} />
        <TextField label={texts.choose.repeated} {...field('repeated')} />
        <Checkbox
          label={texts.choose.show}
          checked={visible}
          onChange={(event) => setVisible(event.target.checked)}
        />
        <Button type="submit" size="counter" wide busy={act.isPending} busyLabel={texts.choose.submitting}>
          {label}
        </Button>
      </form>
    </div>
  )
}
