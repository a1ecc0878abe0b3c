import { Suspense, useEffect, useRef, useState } from 'react'
import { isIncomplete } from '@/acts/shared/secondFactor'
import type { TemporaryPassword } from '@/acts/shared/signIn'
import { session, useSession } from '@/api'
import { usePageData } from '@/api/pageData'
import type { Session } from '@/api/session'
import type { SignIn } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { lazyScreen } from '@/kit/lazyScreen'
import { Notice } from '@/kit/Notice'
import { Spinner } from '@/kit/Spinner'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { ChoosePassword } from './ChoosePassword'
import { LoginForm } from './LoginForm'
import { homePathOf, takeReturnPath } from './returnPath'
import { texts } from './texts'

const SecondStep = lazyScreen(() => import('./SecondStep'), 'SecondStep')

/** A sign-in that needs a second step, and the typed password. */
interface Incomplete {
  signIn: SignIn
  password: string
}

interface LoginScreenProps {
  onSignedIn: (place: string) => void
}

export function LoginScreen({ onSignedIn }: LoginScreenProps) {
  const current = useSession()
  const serverSignIn = usePageData()?.signedIn
  const [isLeaving, setLeaving] = useState(false)
  const [storageError, setStorageError] = useState<string>()
  const [temporary, setTemporary] = useState<TemporaryPassword | null>(null)
  const [incomplete, setIncomplete] = useState<Incomplete | null>(null)
  const [isServerUsed, setServerUsed] = useState(false)
  const before = isLeaving ? null : current
  const resume = useRef(onSignedIn)
  useEffect(() => {
    // Another tab has signed in. This one continues where its session lapsed.
    const path = before && takeReturnPath(before)
    if (path) resume.current(path)
  }, [before])
  const start = (signIn: SignIn) => {
    const began = session.start(signIn)
    setLeaving(true)
    onSignedIn(takeReturnPath(began) ?? homePathOf(began.role))
  }
  const proceed = (signIn: SignIn, password: string) => {
    setIncomplete(isIncomplete(signIn) ? { signIn, password } : null)
    if (isIncomplete(signIn)) return
    if (signIn.mustChangePassword && password) setTemporary({ token: signIn.token, password })
    else start(signIn)
  }
  if (incomplete) {
    return (
      <Suspense fallback={<Spinner label={texts.login.submitting} />}>
        <SecondStep
          signIn={incomplete.signIn}
          onSignIn={(signIn) => proceed(signIn, incomplete.password)}
          onBack={() => {
            setIncomplete(null)
            setServerUsed(true)
          }}
        />
      </Suspense>
    )
  }
  if (serverSignIn && !isServerUsed && storageError === undefined) {
    return (
      <ServerSignIn
        signIn={serverSignIn}
        onSignIn={(signIn) => proceed(signIn, '')}
        onRefused={(refusal) => setStorageError(errorText(refusal))}
      />
    )
  }
  if (temporary && !before)
    return <ChoosePassword temporary={temporary} onSignIn={(signIn) => proceed(signIn, '')} />
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{texts.login.title}</h1>
        {!before && <p className="text-ink-soft">{texts.login.intro}</p>}
      </header>
      {before ? (
        <ActiveSession session={before} />
      ) : (
        <LoginForm
          reason={storageError ?? (session.isLapsed ? texts.login.lapsed : undefined)}
          onSignIn={proceed}
        />
      )}
    </div>
  )
}

interface ServerSignInProps {
  signIn: SignIn
  onSignIn: (signIn: SignIn) => void
  onRefused: (refusal: unknown) => void
}

/** Continues a sign-in that a form without the script began. The app itself needs the script. */
function ServerSignIn({ signIn, onSignIn, onRefused }: ServerSignInProps) {
  const begin = useRef(onSignIn)
  const refuse = useRef(onRefused)
  useEffect(() => {
    try {
      begin.current(signIn)
    } catch (refusal) {
      refuse.current(refusal)
    }
  }, [signIn])
  return (
    <>
      <Spinner label={texts.login.submitting} />
      <noscript>
        <p className="text-center">{texts.login.scriptless}</p>
      </noscript>
    </>
  )
}

function ActiveSession({ session: { name, email, role } }: { session: Session }) {
  return (
    <div className="grid gap-4">
      <Notice title={texts.active.title}>{withNames(texts.active.who(name ?? email), name ?? email)}</Notice>
      <div className="grid gap-3 sm:grid-cols-2">
        <a href={homePathOf(role)} className={buttonLook({ wide: true })}>
          {texts.active.goToPanel}
        </a>
        <a href="/logout" className={buttonLook({ variant: 'secondary', wide: true })}>
          {texts.active.signOut}
        </a>
      </div>
    </div>
  )
}
