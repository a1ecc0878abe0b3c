import { useState } from 'react'
import { isIncomplete } from '@/acts/shared/secondFactor'
import { fetchInvitation, useAcceptInvitation } from '@/acts/staff/invitations'
import { session, useSession } from '@/api'
import { isApiError } from '@/api/error'
import type { Session } from '@/api/session'
import type { Invitation, SignIn } from '@/api/types'
import { texts as roleWords } from '@/card/roles/texts'
import { buttonLook } from '@/kit/buttonLook'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Spinner } from '@/kit/Spinner'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { useFetch } from '@/lib/useFetch'
import { firstNameOf } from '@/lib/whatsapp'
import { NewPasswordForm } from '@/shared/login/NewPasswordForm'
import { homePathOf } from '@/shared/login/returnPath'
import { SecondStep } from '@/shared/login/SecondStep'
import { invitationTexts as words } from './invitationTexts'

/** The token is in the fragment, which browsers do not send to servers. */
const tokenInAddress = () => window.location.hash.slice(1)

export function InvitationScreen() {
  const [token] = useState(tokenInAddress)
  const current = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const { data, error, refetch } = useFetch(() => fetchInvitation(token), { isManual: current !== null })
  const [incomplete, setIncomplete] = useState<SignIn | null>(null)
  const enter = (signIn: SignIn) => {
    if (isIncomplete(signIn)) return setIncomplete(signIn)
    setLeaving(true)
    const began = session.start(signIn)
    // Replaces the entry, because the address with the token must not stay in the history.
    window.location.replace(homePathOf(began.role))
  }
  if (current && !isLeaving) return <SignedInAs session={current} />
  if (incomplete) {
    const toLogin = () => window.location.replace('/login')
    return <SecondStep signIn={incomplete} onSignIn={enter} onBack={toLogin} />
  }
  if (data) return <Join token={token} invitation={data} onSignIn={enter} />
  if (!error) return <Spinner />
  return (
    <Page title={words.title}>
      {isApiError(error, 'INVITATION_REFUSED') ? (
        <Notice tone="warning" title={words.refused}>
          {errorText(error)}
        </Notice>
      ) : (
        <LoadFailed onRetry={refetch}>{errorText(error)}</LoadFailed>
      )}
      <a href="/login" className={buttonLook({ variant: 'secondary', wide: true })}>
        {words.signIn}
      </a>
    </Page>
  )
}

function Page({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <h1 className="font-sign text-poster font-extrabold">{title}</h1>
      {children}
    </div>
  )
}

/** Shown if a user is already signed in, perhaps the invited one, who opens the used link again. Links to their start page. */
function SignedInAs({ session: { name: userName, email, role } }: { session: Session }) {
  const name = userName ?? email
  return (
    <Page title={words.title}>
      <Notice tone="warning" title={words.other.title}>
        {withNames(words.other.detail(name), name)}
      </Notice>
      <div className="grid gap-3">
        <a href={homePathOf(role)} className={buttonLook({ wide: true })}>
          {words.other.stay}
        </a>
        <a href="/logout" className={buttonLook({ variant: 'secondary', wide: true })}>
          {words.other.leave}
        </a>
      </div>
    </Page>
  )
}

interface JoinProps {
  token: string
  invitation: Invitation
  onSignIn: (signIn: SignIn) => void
}

function Join({ token, invitation: { businessName, name, email, role }, onSignIn }: JoinProps) {
  const accept = useAcceptInvitation({ token, email }, onSignIn)
  return (
    <NewPasswordForm
      title={withNames(words.welcome(firstNameOf(name)), firstNameOf(name))}
      intro={words.intro({ business: businessName, role: roleWords.user[role].toLowerCase(), email })}
      submit={words.submit}
      act={accept}
    />
  )
}
