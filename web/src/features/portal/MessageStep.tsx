import { useEffect, useRef, useState } from 'react'
import type { PortalSession } from '@/api/types'
import { Button } from '@/ui/Button'
import { MessageLink, Awaited as Waiting } from '@/ui/MessageLink'
import { Notice } from '@/ui/Notice'
import { RefusalNotice, SignInHead } from './SignInHead'
import { describeRefusal, type Refusal } from './signIn'
import { type Awaited, prepareMessage, sessionByMessage } from './signInByMessage'
import { texts } from './texts'

const words = texts.signIn
const hintAfter = 30_000

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
        onClick={() => void prepare()}
      >
        {words.byMessage}
      </Button>
    </>
  )
}

interface MessageStepProps {
  awaited: Awaited
  onBack: () => void
  onSignedIn: (session: PortalSession) => void
}

/** The message to send, and the wait for it. */
export function MessageStep({ awaited, onBack, onSignedIn }: MessageStepProps) {
  const [expired, setExpired] = useState(false)
  const late = useLate(awaited.at + hintAfter)
  const signIn = useRef(onSignedIn)
  useEffect(() => {
    signIn.current = onSignedIn
  }, [onSignedIn])
  useEffect(() => {
    const left = new AbortController()
    void sessionByMessage(awaited, left.signal).then((session) => {
      if (left.signal.aborted) return
      if (session) signIn.current(session)
      else setExpired(true)
    })
    return () => left.abort()
  }, [awaited])

  if (expired) {
    return (
      <div className="grid gap-6">
        <SignInHead title={words.messageTitle}>{words.messageIntro}</SignInHead>
        <Notice tone="warning" title={words.messageExpired}>
          {words.messageExpiredDetail}
        </Notice>
        <Button size="counter" wide onClick={onBack}>
          {words.messageAgain}
        </Button>
      </div>
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
      <p role="status" className="text-small text-ink-soft">
        {late && words.messageHidden}
      </p>
      <Button variant="quiet" className="justify-self-center" onClick={onBack}>
        {words.messageBack}
      </Button>
    </div>
  )
}

function useLate(instant: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), instant - Date.now())
    return () => clearTimeout(timer)
  }, [instant])
  return late
}
