import { type ReactNode, useState } from 'react'
import type { PortalSession } from '@/api/types'
import { CodeStep } from './CodeStep'
import { ByMessage, MessageStep } from './MessageStep'
import { PhoneStep } from './PhoneStep'
import { ShopSign } from './ShopSign'
import { SignInHead } from './SignInHead'
import { type Asked, codeAsked, forgetCode } from './signIn'
import { type Awaited, forgetMessage, messageAwaited, useWays } from './signInByMessage'
import { texts } from './texts'

interface SignInScreenProps {
  businessId: string | null
  /** Whether the birth date is asked for too. */
  withBirthday: boolean
  onSignedIn: (session: PortalSession) => void
}

/** Signing in: with a code that arrives on the phone, or with a message that is sent from it. */
export function SignInScreen({ businessId, withBirthday, onSignedIn }: SignInScreenProps) {
  const [asked, setAsked] = useState<Asked | null>(codeAsked)
  const [last, setLast] = useState<Asked | null>(asked)
  const toCode = (next: Asked) => {
    setAsked(next)
    setLast(next)
  }
  const ways = useWays(businessId)
  const [awaited, setAwaited] = useState<Awaited | null>(messageAwaited)
  const toForm = () => {
    forgetMessage()
    setAwaited(null)
  }
  const byMessage = ways.message && <ByMessage businessId={businessId} onReady={setAwaited} />
  if (awaited) {
    return (
      <Sheet businessId={businessId}>
        <MessageStep
          awaited={awaited}
          withCode={ways.code}
          onBack={toForm}
          onSignedIn={(session) => {
            forgetMessage()
            onSignedIn(session)
          }}
        />
      </Sheet>
    )
  }
  if (!ways.code) {
    return (
      <Sheet businessId={businessId}>
        <SignInHead title={texts.signIn.title}>{texts.signIn.onlyMessage}</SignInHead>
        {byMessage}
      </Sheet>
    )
  }
  return (
    <Sheet businessId={businessId}>
      {asked ? (
        <CodeStep
          asked={asked}
          businessId={businessId}
          onAskedAgain={toCode}
          onChangeNumber={() => {
            forgetCode()
            setAsked(null)
          }}
          onSignedIn={(session) => {
            forgetCode()
            onSignedIn(session)
          }}
        />
      ) : (
        <PhoneStep businessId={businessId} withBirthday={withBirthday} last={last} onAsked={toCode}>
          {byMessage}
        </PhoneStep>
      )}
    </Sheet>
  )
}

function Sheet({ businessId, children }: { businessId: string | null; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 sm:pt-10">
      {businessId && <ShopSign businessId={businessId} />}
      {children}
    </div>
  )
}
