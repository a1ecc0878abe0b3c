import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRequestReset, useResetByLink } from '@/acts/staff/passwordRecovery'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { emailFault } from '@/kit/emailFault'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Spinner } from '@/kit/Spinner'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { focusFirstError } from '@/lib/focusFirstError'
import { NewPasswordForm } from '@/shared/login/NewPasswordForm'
import { OperatorContact } from '@/shared/login/OperatorContact'
import { texts } from '@/shared/login/texts'
import { usePasswordRecovery } from '@/shared/login/usePasswordRecovery'

const words = texts.recovery

export function RecoveryScreen() {
  const [token, setToken] = useState(tokenInAddress)
  if (token) return <ResetByLink token={token} onNewLink={() => setToken('')} />
  return <RequestLink />
}

/** The token is in the fragment, which browsers do not send to servers. */
const tokenInAddress = () => window.location.hash.slice(1)

interface PageProps {
  title: string
  children: ReactNode
}

function Page({ title, children }: PageProps) {
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
      <h1 className="font-sign text-poster font-extrabold">{title}</h1>
      {children}
      <a href="/login" className={buttonLook({ variant: 'secondary', wide: true })}>
        {words.back}
      </a>
    </div>
  )
}

function RequestLink() {
  const { recovery, error, retry } = usePasswordRecovery()
  const [requested, setRequested] = useState(false)
  if (requested) {
    return (
      <Page title={words.requested.title}>
        <div role="status" className="grid gap-3">
          <p>{words.requested.detail}</p>
          <p className="text-ink-soft">{words.requested.nothing}</p>
        </div>
      </Page>
    )
  }
  if (!recovery) {
    return (
      <Page title={words.title}>
        {error ? <LoadFailed onRetry={retry}>{errorText(error)}</LoadFailed> : <Spinner />}
      </Page>
    )
  }
  if (!recovery.byEmail) {
    return (
      <Page title={words.title}>
        <p>
          {recovery.contact ? words.noMail : words.noMailNoContact}{' '}
          {recovery.contact && <OperatorContact contact={recovery.contact} />}
        </p>
      </Page>
    )
  }
  return (
    <Page title={words.title}>
      <RequestForm onRequested={() => setRequested(true)} />
    </Page>
  )
}

function RequestForm({ onRequested }: { onRequested: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<string>()
  const request = useRequestReset(onRequested)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (request.isPending) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    const wrong = email === '' ? texts.login.emailMissing : emailFault(email)
    setFault(wrong)
    if (wrong) focusFirstError(form)
    else request.start(email)
  }
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
      <p className="text-ink-soft">{words.intro}</p>
      {request.error && <Notice tone="error">{errorText(request.error, words.failed)}</Notice>}
      <TextField
        label={texts.login.email}
        type="email"
        autoComplete="username"
        autoFocus
        required
        name="email"
        error={fault}
        onChange={() => setFault(undefined)}
      />
      <Button type="submit" size="counter" wide busy={request.isPending} busyLabel={words.submitting}>
        {words.submit}
      </Button>
    </form>
  )
}

interface ResetByLinkProps {
  token: string
  onNewLink: () => void
}

function ResetByLink({ token, onNewLink }: ResetByLinkProps) {
  const [done, setDone] = useState(false)
  const reset = useResetByLink(token, () => setDone(true))
  if (done) {
    return (
      <div className="mx-auto grid max-w-md gap-6 sm:pt-8">
        <h1 className="font-sign text-poster font-extrabold">{words.done.title}</h1>
        <p role="status">{words.done.detail}</p>
        <a href="/login" className={buttonLook({ wide: true })}>
          {words.done.signIn}
        </a>
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      <NewPasswordForm
        title={texts.choose.title}
        intro={words.chooseIntro}
        submit={words.choose}
        act={reset}
      />
      <div className="mx-auto w-full max-w-md">
        <Button variant="secondary" wide onClick={onNewLink}>
          {words.another}
        </Button>
      </div>
    </div>
  )
}
