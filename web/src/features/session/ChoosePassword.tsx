import { type FormEvent, useEffect, useRef, useState } from 'react'
import { passwordFailure } from '@/acts/passwordFailure'
import { type Temporary, useChoosePassword } from '@/acts/signIn'
import { isApiError } from '@/api/error'
import type { SignIn } from '@/api/types'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { focusFirstError, useFocusFirstError } from '@/ui/focusFirstError'
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

interface ChoosePasswordProps {
  temporary: Temporary
  /** Told of the session that goes on. */
  onSignIn: (signIn: SignIn) => void
}

/** The first thing after signing in with a password that somebody else has given: one's own in its place. */
export function ChoosePassword({ temporary, onSignIn }: ChoosePasswordProps) {
  const [fields, setFields] = useState(blank)
  const [checked, setChecked] = useState(false)
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const choose = useChoosePassword(temporary, onSignIn)
  useFocusFirstError(form, choose.error)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const found = faultsIn(fields)
  const refused = isApiError(choose.error) ? choose.error.fieldErrors.newPassword : undefined
  const faults: Partial<Fields> = { ...(checked && found), ...(refused && { newPassword: refused }) }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choose.isPending) return
    setChecked(true)
    if (Object.keys(found).length > 0) focusFirstError(form)
    else choose.start(fields.newPassword)
  }
  const field = (name: keyof Fields) => ({
    type: visible ? 'text' : 'password',
    autoComplete: 'new-password',
    value: fields[name],
    error: faults[name],
    onChange: (event: { target: HTMLInputElement }) => {
      if (!choose.isPending) choose.reset()
      setFields({ ...fields, [name]: event.target.value })
    },
  })
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{texts.choose.title}</h1>
        <p className="text-ink-soft">{texts.choose.intro}</p>
      </header>
      <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
        {choose.error && !refused && <Notice tone="error">{passwordFailure(choose.error)}</Notice>}
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
        <Button type="submit" size="counter" wide busy={choose.isPending} busyLabel={texts.choose.submitting}>
          {texts.choose.submit}
        </Button>
      </form>
    </div>
  )
}
