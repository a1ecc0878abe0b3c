import { useState } from 'react'
import type { PortalSession } from '@/api/types'
import { CodeStep } from './CodeStep'
import { PhoneStep } from './PhoneStep'
import { type Asked, codeAsked, forgetCode } from './signIn'

interface SignInScreenProps {
  businessId: string | null
  /** Whether the birth date is asked for too. */
  withBirthday: boolean
  onSignedIn: (session: PortalSession) => void
}

/** Signing in with a code: first the phone, then what has arrived on it. */
export function SignInScreen({ businessId, withBirthday, onSignedIn }: SignInScreenProps) {
  const [asked, setAsked] = useState<Asked | null>(codeAsked)
  const [last, setLast] = useState<Asked | null>(asked)
  const toCode = (next: Asked) => {
    setAsked(next)
    setLast(next)
  }
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 sm:pt-10">
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
        <PhoneStep businessId={businessId} withBirthday={withBirthday} last={last} onAsked={toCode} />
      )}
    </div>
  )
}
