import { type FormEvent, useRef, useState } from 'react'
import { usePassSecondFactor } from '@/acts/shared/secondFactor'
import { isApiError } from '@/api/error'
import type { SignIn } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText, fieldErrorsOf } from '@/lib/errors'
import { focusFirstError } from '@/lib/focusFirstError'
import { CodeField } from './CodeField'
import { passkeyTexts } from './passkeyTexts'
import { texts } from './secondFactorTexts'
import { useRetypedCode } from './useRetypedCode'

const words = texts.code

interface SecondFactorFormProps {
  token: string
  /** False if no authenticator app is enrolled. Then the field takes only recovery codes. */
  hasApp: boolean
  /** True if all passkeys were created at another address. */
  passkeysElsewhere: boolean
  /** Undefined if no passkey works at this address. */
  onPasskey: (() => void) | undefined
  onSignIn: (signIn: SignIn) => void
  onBack: () => void
}

export function SecondFactorForm({
  token,
  hasApp,
  passkeysElsewhere,
  onPasskey,
  onSignIn,
  onBack,
}: SecondFactorFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(!hasApp)
  const [isMissing, setMissing] = useState(false)
  const pass = usePassSecondFactor(token, onSignIn)
  const atField = fieldErrorsOf(pass.error).code
  useRetypedCode(form, isApiError(pass.error, 'SECOND_FACTOR_REFUSED') ? pass.error : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = code.trim() === ''
    setMissing(missing)
    if (missing) focusFirstError(form)
    else pass.start(code.trim())
  }
  const toggle = () => {
    setRecovery(!isRecovery)
    setCode('')
    setMissing(false)
    pass.reset()
  }
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{words.title}</h1>
        <p className="text-ink-soft">{isRecovery ? words.recoveryIntro : words.intro}</p>
      </header>
      <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
        {passkeysElsewhere && <Notice tone="warning">{passkeyTexts.step.elsewhere}</Notice>}
        {pass.error && !atField && <Notice tone="error">{errorText(pass.error, words.failed)}</Notice>}
        <CodeField
          key={String(isRecovery)}
          value={code}
          recovery={isRecovery}
          autoFocus
          error={isMissing ? words.missing : atField}
          onChange={(typedCode) => {
            setMissing(false)
            setCode(typedCode)
          }}
        />
        <Button type="submit" size="counter" wide busy={pass.isPending} busyLabel={words.submitting}>
          {words.submit}
        </Button>
        {hasApp && (
          // The key replaces the button, so that the new field keeps the focus.
          <Button key={`instead ${isRecovery}`} variant="secondary" wide onClick={toggle}>
            {isRecovery ? words.useApp : words.useRecovery}
          </Button>
        )}
        {onPasskey && (
          <Button variant="secondary" wide onClick={onPasskey}>
            {passkeyTexts.step.use}
          </Button>
        )}
        <p className="text-ink-soft">{words.lost}</p>
        <Button variant="quiet" wide onClick={onBack}>
          {words.back}
        </Button>
      </form>
    </div>
  )
}
