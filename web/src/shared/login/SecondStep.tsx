import { useState } from 'react'
import { beginPasskey, canAddPasskey, canUsePasskey, secondFactorOf } from '@/acts/shared/passkeys'
import { beginEnrolment } from '@/acts/shared/secondFactor'
import type { EnrolledFactor, SecondFactor, SignIn } from '@/api/types'
import { Button } from '@/kit/Button'
import { Spinner } from '@/kit/Spinner'
import { useFetch } from '@/lib/useFetch'
import { AddPasskeyForm } from './AddPasskeyForm'
import { EnrolmentForm } from './EnrolmentForm'
import { PasskeyForm } from './PasskeyForm'
import { passkeyTexts } from './passkeyTexts'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorForm } from './SecondFactorForm'
import { texts } from './secondFactorTexts'

interface SecondStepProps {
  signIn: SignIn
  onSignIn: (signIn: SignIn) => void
  onBack: () => void
}

export function SecondStep(props: SecondStepProps) {
  const { token, secondFactor } = props.signIn
  const factor = useFetch(() => secondFactorOf(token), { key: token })
  if (!factor.data && !factor.error) return <Spinner label={passkeyTexts.step.loading} />
  if (secondFactor === 'CODE') return <CodeStep {...props} factor={factor.data} />
  return <Enrolment {...props} factor={factor.data} />
}

interface StepProps extends SecondStepProps {
  /** Undefined if it could not be fetched. Then only codes are offered. */
  factor: SecondFactor | undefined
}

function CodeStep({ signIn, factor, onSignIn, onBack }: StepProps) {
  const [byCode, setByCode] = useState(!canUsePasskey(factor))
  if (!byCode) {
    return (
      <PasskeyForm token={signIn.token} onSignIn={onSignIn} onCode={() => setByCode(true)} onBack={onBack} />
    )
  }
  return (
    <SecondFactorForm
      token={signIn.token}
      hasApp={!factor || Boolean(factor.enrolledAt)}
      passkeysElsewhere={Boolean(factor?.passkeys?.elsewhere) && !canUsePasskey(factor)}
      onPasskey={canUsePasskey(factor) ? () => setByCode(false) : undefined}
      onSignIn={onSignIn}
      onBack={onBack}
    />
  )
}

function Enrolment({ signIn, factor, onSignIn, onBack }: StepProps) {
  const [enrolledFactor, setEnrolledFactor] = useState<EnrolledFactor | null>(null)
  const token = () => signIn.token
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">
          {enrolledFactor ? texts.codes.title : texts.enrol.compulsoryTitle}
        </h1>
        {!enrolledFactor && <p className="text-ink-soft">{texts.enrol.compulsoryIntro}</p>}
      </header>
      {enrolledFactor ? (
        <RecoveryCodes codes={enrolledFactor.recoveryCodes} onDone={() => onSignIn(enrolledFactor)} />
      ) : (
        <>
          {canAddPasskey(factor) && (
            <>
              <AddPasskeyForm
                begin={() => beginPasskey(signIn.token)}
                token={token}
                onAdded={setEnrolledFactor}
              />
              <p className="border-t border-rule pt-6 font-semibold">{passkeyTexts.add.or}</p>
            </>
          )}
          <EnrolmentForm
            begin={() => beginEnrolment(signIn.token)}
            token={token}
            onEnrolled={setEnrolledFactor}
            {...(canAddPasskey(factor) && { variant: 'secondary' })}
          />
          {/* The password counts as recent for five minutes; afterwards the user types it again. */}
          <Button variant="quiet" wide onClick={onBack}>
            {texts.code.back}
          </Button>
        </>
      )}
    </div>
  )
}
