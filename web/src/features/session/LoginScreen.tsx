import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Temporary } from '@/acts/account'
import { session, useSession } from '@/api'
import type { SignIn } from '@/api/types'
import { buttonLook } from '@/ui/buttonLook'
import { Notice } from '@/ui/Notice'
import { ChoosePassword } from './ChoosePassword'
import { LoginForm } from './LoginForm'
import { takePlace } from './place'
import { texts } from './texts'

/** Where staff sign in; a person who already has is asked what now. */
export function LoginScreen() {
  const current = useSession()
  const navigate = useNavigate()
  const [temporary, setTemporary] = useState<Temporary | null>(null)
  const start = (signIn: SignIn) => {
    const place = takePlace(session.start(signIn))
    void navigate({ to: '/', ...(place && { href: place }) })
  }
  if (temporary && !current) return <ChoosePassword temporary={temporary} onSignIn={start} />
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <header className="grid gap-2">
        <h1 className="font-sign text-poster font-extrabold">{texts.login.title}</h1>
        {!current && <p className="text-ink-soft">{texts.login.intro}</p>}
      </header>
      {current ? (
        <ActiveSession name={current.name ?? current.email} />
      ) : (
        <LoginForm
          reason={session.lapsed ? texts.login.lapsed : undefined}
          onSignIn={(signIn, password) => {
            if (signIn.mustChangePassword) setTemporary({ token: signIn.token, password })
            else start(signIn)
          }}
        />
      )}
    </div>
  )
}

function ActiveSession({ name }: { name: string }) {
  return (
    <div className="grid gap-4">
      <Notice title={texts.active.title}>{texts.active.who(name)}</Notice>
      <div className="grid gap-3 sm:grid-cols-2">
        <Link to="/" className={buttonLook({ wide: true })}>
          {texts.active.goToPanel}
        </Link>
        <Link to="/logout" className={buttonLook({ variant: 'secondary', wide: true })}>
          {texts.active.signOut}
        </Link>
      </div>
    </div>
  )
}
