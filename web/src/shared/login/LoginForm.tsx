import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Credentials, useSignIn } from '@/acts/shared/signIn'
import { formError, usePageData } from '@/api/pageData'
import type { SignIn } from '@/api/types'
import { Button } from '@/kit/Button'
import { emailFault } from '@/kit/emailFault'
import { IconButton } from '@/kit/IconButton'
import { Notice } from '@/kit/Notice'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { focusFirstError } from '@/lib/focusFirstError'
import { inBrowser } from '@/lib/inBrowser'
import { ForgottenPassword } from './ForgottenPassword'
import { OrganisationButton } from './OrganisationButton'
import { texts } from './texts'
import { usePasswordRecovery } from './usePasswordRecovery'

type Faults = { [field in keyof Credentials]?: string | undefined }

function faultsIn({ email, password }: Credentials): Faults {
  const wrong = email === '' ? texts.login.emailMissing : emailFault(email)
  return { ...(wrong && { email: wrong }), ...(!password && { password: texts.login.passwordMissing }) }
}

interface LoginFormProps {
  reason?: string | undefined
  onSignIn: (signIn: SignIn, password: string) => void
}

export function LoginForm({ reason, onSignIn }: LoginFormProps) {
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [isFirst, setFirst] = useState(true)
  const page = usePageData()
  const { recovery } = usePasswordRecovery()
  const signIn = useSignIn(onSignIn, texts.login.noToken)
  const refusal = isFirst ? formError(page) : signIn.error
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending) return
    // Read from the DOM, because password managers may fill in fields without events.
    const formData = new FormData(event.currentTarget)
    const credentials = {
      email: String(formData.get('email')).trim(),
      password: String(formData.get('password')),
    }
    const nextFaults = faultsIn(credentials)
    setFaults(nextFaults)
    setFirst(false)
    if (Object.keys(nextFaults).length > 0) focusFirstError(form)
    else signIn.start(credentials)
  }
  const Eyes = visible ? EyeOff : Eye
  return (
    <form ref={form} method="post" noValidate={inBrowser} className="grid gap-5" onSubmit={submit}>
      {reason && isFirst && <Notice tone="warning">{reason}</Notice>}
      {refusal && <Notice tone="error">{errorText(refusal, texts.login.refused)}</Notice>}
      <TextField
        label={texts.login.email}
        type="email"
        autoComplete="username"
        autoFocus
        required
        name="email"
        defaultValue={page?.fields?.email}
        error={faults.email}
        onChange={() => setFaults({ ...faults, email: undefined })}
      />
      <div className="relative">
        <TextField
          label={texts.login.password}
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          help={texts.login.forgotten}
          required
          name="password"
          error={faults.password}
          onChange={() => setFaults({ ...faults, password: undefined })}
        />
        <IconButton
          label={visible ? texts.login.hidePassword : texts.login.showPassword}
          icon={<Eyes aria-hidden="true" className="size-5" />}
          onClick={() => setVisible(!visible)}
          className="absolute top-[1.9rem] right-0"
        />
      </div>
      <Button type="submit" size="counter" wide busy={signIn.isPending} busyLabel={texts.login.submitting}>
        {texts.login.submit}
      </Button>
      {recovery && <ForgottenPassword recovery={recovery} />}
      {recovery?.organisation && <OrganisationButton />}
    </form>
  )
}
