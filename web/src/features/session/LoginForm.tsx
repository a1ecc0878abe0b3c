import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Credentials, useSignIn } from '@/acts/account'
import type { SignIn } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { Notice } from '@/ui/Notice'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

const schema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.login.emailMissing),
      z.regex(/^[^@\s]+@[^@\s]+$/, texts.login.emailWrong),
    ),
  password: z.string().check(z.minLength(1, texts.login.passwordMissing)),
})

interface LoginFormProps {
  /** Why the person has to sign in again, until the next try. */
  reason?: string | undefined
  onSignIn: (signIn: SignIn) => void
}

/** Email and password. What was typed survives a refusal. */
export function LoginForm({ reason, onSignIn }: LoginFormProps) {
  const [visible, setVisible] = useState(false)
  const { register, handleSubmit, formState } = useForm<Credentials>({ resolver: zodResolver(schema) })
  const signIn = useSignIn(onSignIn, texts.login.noToken)
  const Eyes = visible ? EyeOff : Eye
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit((credentials) => signIn.mutate(credentials))}
    >
      {reason && signIn.isIdle && <Notice tone="warning">{reason}</Notice>}
      {signIn.isError && <Notice tone="error">{errorText(signIn.error, texts.login.refused)}</Notice>}
      <TextField
        label={texts.login.email}
        type="email"
        autoComplete="username"
        autoFocus
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <div className="relative">
        <TextField
          label={texts.login.password}
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          help={texts.login.forgotten}
          error={formState.errors.password?.message}
          {...register('password')}
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
    </form>
  )
}
