import { KeyRound } from 'lucide-react'
import { useSignInWithPasskey } from '@/acts/shared/passkeys'
import type { SignIn } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { passkeyTexts } from './passkeyTexts'
import { texts } from './secondFactorTexts'

const words = passkeyTexts.step

interface PasskeyFormProps {
  token: string
  onSignIn: (signIn: SignIn) => void
  onCode: () => void
  onBack: () => void
}

export function PasskeyForm({ token, onSignIn, onCode, onBack }: PasskeyFormProps) {
  const signIn = useSignInWithPasskey(token, onSignIn)
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{words.title}</h1>
        <p className="text-ink-soft">{words.intro}</p>
      </header>
      <div className="grid gap-5">
        {signIn.error && <Notice tone="error">{errorText(signIn.error, words.failed)}</Notice>}
        <Button
          size="counter"
          wide
          autoFocus
          icon={<KeyRound aria-hidden="true" className="size-5" />}
          busy={signIn.isPending}
          busyLabel={words.using}
          onClick={() => signIn.start()}
        >
          {words.use}
        </Button>
        <Button variant="secondary" wide onClick={onCode}>
          {words.useCode}
        </Button>
        <Button variant="quiet" wide onClick={onBack}>
          {texts.code.back}
        </Button>
      </div>
    </div>
  )
}
