import { useState } from 'react'
import { completeOrganisation } from '@/acts/shared/organisation'
import { isIncomplete } from '@/acts/shared/secondFactor'
import { session } from '@/api'
import type { SignIn } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { Notice } from '@/kit/Notice'
import { Spinner } from '@/kit/Spinner'
import { errorText } from '@/lib/errors'
import { useFetch } from '@/lib/useFetch'
import { homePathOf, takeReturnPath } from '@/shared/login/returnPath'
import { SecondStep } from '@/shared/login/SecondStep'
import { texts } from '@/shared/login/texts'

const words = texts.organisation

/** Returns the OpenID provider's parameters and removes them from the address, because they work once. */
function takeAnswer() {
  const params = new URLSearchParams(window.location.search)
  window.history.replaceState(null, '', window.location.pathname)
  return { state: params.get('state') ?? '', code: params.get('code') ?? '' }
}

const loadPage = (path: string) => window.location.replace(path)

/** Opens when the operator comes back from the OpenID provider. */
export function OrganisationScreen({ leaveFor = loadPage }: { leaveFor?: (path: string) => void }) {
  const [answer] = useState(takeAnswer)
  const [incomplete, setIncomplete] = useState<SignIn | null>(null)
  const enter = (signIn: SignIn) => {
    if (isIncomplete(signIn)) {
      setIncomplete(signIn)
      return
    }
    const began = session.start(signIn)
    leaveFor(takeReturnPath(began) ?? homePathOf(began.role))
  }
  const isCancelled = answer.code === ''
  const { error } = useFetch(() => completeOrganisation(answer).then(enter), { isManual: isCancelled })
  if (incomplete) {
    return <SecondStep signIn={incomplete} onSignIn={enter} onBack={() => leaveFor('/login')} />
  }
  if (!error && !isCancelled) return <Spinner label={texts.login.submitting} />
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <h1 className="font-sign text-poster font-extrabold">{texts.login.title}</h1>
      <Notice tone="error">{error ? errorText(error) : words.cancelled}</Notice>
      <a href="/login" className={buttonLook({ wide: true })}>
        {words.back}
      </a>
    </div>
  )
}
