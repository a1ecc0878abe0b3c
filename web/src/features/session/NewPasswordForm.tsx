import { type FormEvent, useEffect, useRef, useState } from 'react'
import { passwordFailure } from '@/acts/passwordFailure'
import { isApiError } from '@/api/error'
import { focusFirstError, useFocusFirstError } from '@/lib/focusFirstError'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Notice } from '@/ui/Notice'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

const shortest = 8

const blank = { newPassword: '', repeated: '' }

type Fields = typeof blank

function faultsIn({ newPassword, repeated }: Fields): Partial<Fields> {
  if (newPassword.length < shortest) return { newPassword: texts.choose.short }
  return newPassword === repeated ? {} : { repeated: texts.choose.different }
}

interface NewPasswordFormProps {
  title: string
  intro: string
  submit: string
  act: {
    isPending: boolean
    error: Error | null
    start: (newPassword: string) => void
    reset: () => void
  }
}

/** A new password, twice. What was typed survives a refusal. */
export function NewPasswordForm({ title, intro, submit: label, act }: NewPasswordFormProps) {
  const [fields, setFields] = useState(blank)
  const [checked, setChecked] = useState(false)
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, act.error)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const found = faultsIn(fields)
  const refused = isApiError(act.error) ? act.error.fieldErrors.newPassword : undefined
  const faults: Partial<Fields> = { ...(checked && found), ...(refused && { newPassword: refused }) }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act.isPending) return
    setChecked(true)
    if (Object.keys(found).length > 0) focusFirstError(form)
    else act.start(fields.newPassword)
  }
  const field = (name: keyof Fields) => ({
    type: visible ? 'text' : 'password',
    autoComplete: 'new-password',
    value: fields[name],
    error: faults[name],
    onChange: (event: { target: HTMLInputElement }) => {
      if (!act.isPending) act.reset()
      setFields({ ...fields, [name]: event.target.value })
    },
  })
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{title}</h1>
        <p className="text-ink-soft">{intro}</p>
      </header>
      <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
        {act.error && !refused && <Notice tone="error">{passwordFailure(act.error)}</Notice>}
        <TextField
          label={texts.choose.next}
          help={faults.newPassword === texts.choose.short ? undefined : texts.choose.help}
          {...field('newPassword')}
        />
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
