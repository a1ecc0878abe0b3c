import { KeyRound } from 'lucide-react'
import type { useReauthenticateByPasskey } from '@/acts/staff/passkeys'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { passkeyTexts } from '@/shared/login/passkeyTexts'
import { confirmIdentityTexts as texts } from './confirmIdentityTexts'

const words = passkeyTexts.step

interface PasskeyConfirmationProps {
  confirm: ReturnType<typeof useReauthenticateByPasskey>
}

export function PasskeyConfirmation({ confirm }: PasskeyConfirmationProps) {
  return (
    <div className="grid gap-3 border-b border-rule pb-4">
      <p>{texts.passkeyIntro}</p>
      {confirm.error && <Message text={`❌ ${errorText(confirm.error, words.failed)}`} />}
      <Button
        wide
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        busy={confirm.isPending}
        busyLabel={words.using}
        onClick={() => confirm.start()}
      >
        {words.use}
      </Button>
    </div>
  )
}
