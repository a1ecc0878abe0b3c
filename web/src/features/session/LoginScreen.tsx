import { Link, useNavigate } from '@tanstack/react-router'
import { session, useSession } from '@/api'
import { buttonLook } from '@/ui/buttonLook'
import { Notice } from '@/ui/Notice'
import { LoginForm } from './LoginForm'
import { takePlace } from './place'
import { texts } from './texts'

/** Where staff sign in; a person who already has is asked what now. */
export function LoginScreen() {
  const current = useSession()
  const navigate = useNavigate()
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
          onSignIn={(signIn) => {
            const place = takePlace(session.start(signIn))
            void navigate({ to: '/', ...(place && { href: place }) })
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
