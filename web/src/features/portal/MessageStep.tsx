import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PortalSession } from '@/api/types'
import { forgetMessage } from '@/lib/applicant'
import { inBrowser } from '@/lib/inBrowser'
import { Button } from '@/ui/Button'
import { Late, MessageLink, Awaited as Waiting } from '@/ui/MessageLink'
import { Notice } from '@/ui/Notice'
import { BirthdayQuestion } from './BirthdayQuestion'
import { PhoneReleased } from './ReleasePhone'
import { RefusalNotice, SignInHead } from './SignInHead'
import { describeRefusal, type Refusal } from './signIn'
import {
  type Awaited,
  enterByMessage,
  prepareMessage,
  releaseByMessage,
  sessionByMessage,
} from './signInByMessage'
import { texts } from './texts'

const words = texts.signIn

interface ByMessageProps {
  businessId: string | null
  onReady: (awaited: Awaited) => void
}

/** Prepares the message with which one signs in. */
export function ByMessage({ businessId, onReady }: ByMessageProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const prepare = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      onReady(await prepareMessage(businessId))
    } catch (error) {
      setRefusal(describeRefusal(error, words.notPrepared))
      setBusy(false)
    }
  }
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <Button
        variant="secondary"
        size="counter"
        wide
        busy={busy}
        busyLabel={words.byMessageBusy}
        disabled={!inBrowser}
        onClick={() => void prepare()}
      >
        {words.byMessage}
      </Button>
    </>
  )
}

interface MessageStepProps {
  awaited: Awaited
  /** Whether one can sign in with a code too. */
  withCode: boolean
  onBack: () => void
  onSignedIn: (session: PortalSession) => void | Promise<void>
}

/** The message to send, and the wait for it. */
export function MessageStep({ awaited, withCode, onBack, onSignedIn }: MessageStepProps) {
  const [ended, setEnded] = useState<'expired' | 'hidden' | 'birthday' | null>(null)
  const signIn = useRef(onSignedIn)
  useEffect(() => {
    signIn.current = onSignedIn
  }, [onSignedIn])
  useEffect(() => {
    const left = new AbortController()
    void sessionByMessage(awaited, left.signal).then((outcome) => {
      if (left.signal.aborted) return
      if (typeof outcome === 'object') void signIn.current(outcome)
      else setEnded(outcome)
    })
    return () => left.abort()
  }, [awaited])

  if (ended === 'birthday') return <MessageBirthday awaited={awaited} onSignedIn={onSignedIn} />
  if (ended === 'expired') {
    return (
      <Ended title={words.messageExpired} detail={words.messageExpiredDetail}>
        <Button size="counter" wide onClick={onBack}>
          {words.messageAgain}
        </Button>
      </Ended>
    )
  }
  if (ended === 'hidden') {
    return (
      <Ended title={words.messageHidden} detail={words.messageHiddenDetail(withCode)}>
        <Button size="counter" wide onClick={onBack}>
          {withCode ? words.byCode : words.messageAgain}
        </Button>
      </Ended>
    )
  }
  return (
    <div className="grid gap-6">
      <SignInHead title={words.messageTitle} focus>
        {words.messageIntro}
      </SignInHead>
      <Notice tone="warning">{words.messageWarning}</Notice>
      <div>
        <MessageLink link={awaited.link} size="counter">
          {words.messageOpen}
        </MessageLink>
        <Waiting>{words.messageWaiting}</Waiting>
      </div>
      <Late since={awaited.at}>{words.messageLate(withCode)}</Late>
      <Button variant="quiet" className="justify-self-center" onClick={onBack}>
        {words.messageBack}
      </Button>
    </div>
  )
}

/** Asks for the birthday on file, once the message has come. */
function MessageBirthday({ awaited, onSignedIn }: Pick<MessageStepProps, 'awaited' | 'onSignedIn'>) {
  const [birthday, setBirthday] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [released, setReleased] = useState(false)
  const send = async () => {
    if (busy || !birthday) return
    setBusy(true)
    setRefusal(null)
    try {
      await onSignedIn(await enterByMessage(awaited, birthday))
    } catch (error) {
      setRefusal(describeRefusal(error, words.notEntered))
      setBusy(false)
    }
  }
  if (released) return <PhoneReleased businessId={awaited.businessId} />
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <SignInHead title={words.birthdayAsked.title} focus>
        {words.birthdayAsked.intro}
      </SignInHead>
      <RefusalNotice refusal={refusal} />
      <BirthdayQuestion
        birthday={birthday}
        error={refusal?.fields.birthday}
        onChange={setBirthday}
        release={() => releaseByMessage(awaited)}
        onReleased={() => {
          forgetMessage()
          setReleased(true)
        }}
      />
      <Button type="submit" size="counter" wide busy={busy} busyLabel={words.entering}>
        {words.enter}
      </Button>
    </form>
  )
}

/** Why nobody waits for the message any more, and what to do instead. */
function Ended({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <SignInHead title={title} focus>
        {detail}
      </SignInHead>
      {children}
    </div>
  )
}
