import { useState } from 'react'
import { beginEnrolment } from '@/acts/shared/secondFactor'
import type { EnrolledFactor, SignIn } from '@/api/types'
import { Button } from '@/kit/Button'
import { EnrolmentForm } from './EnrolmentForm'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorForm } from './SecondFactorForm'
import { texts } from './secondFactorTexts'

interface SecondStepProps {
  /** The session after the password, which is not complete. */
  signIn: SignIn
  onSignIn: (signIn: SignIn) => void
  onBack: () => void
}

/** What a sign-in needs after the password: a code, or to enrol an authenticator app. */
export function SecondStep({ signIn, onSignIn, onBack }: SecondStepProps) {
  const [enrolled, setEnrolled] = useState<EnrolledFactor | null>(null)
  if (signIn.secondFactor === 'CODE') {
    return <SecondFactorForm token={signIn.token} onSignIn={onSignIn} onBack={onBack} />
  }
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">
          {enrolled ? texts.codes.title : texts.enrol.compulsoryTitle}
        </h1>
        {!enrolled && <p className="text-ink-soft">{texts.enrol.compulsoryIntro}</p>}
      </header>
      {enrolled ? (
        <RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => onSignIn(enrolled)} />
      ) : (
        <>
          <EnrolmentForm
            begin={() => beginEnrolment(signIn.token)}
            token={() => signIn.token}
            onEnrolled={setEnrolled}
          />
          {/* The password counts as recent for five minutes: later it is typed again. */}
          <Button variant="quiet" wide onClick={onBack}>
            {texts.code.back}
          </Button>
        </>
      )}
    </div>
  )
}
