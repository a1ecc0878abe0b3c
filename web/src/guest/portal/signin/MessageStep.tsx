import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type PendingMessage,
  prepareMessage,
  releasePhoneByMessage,
  signInByMessage,
  waitForMessage,
} from '@/acts/guest/portalMessage'
import { useAction } from '@/acts/shared/useAction'
import type { PortalSession } from '@/api/types'
import { DelayHint, MessageLink, WaitStatus as Waiting } from '@/card/MessageLink'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { inBrowser } from '@/lib/inBrowser'
import { clearPendingMessage } from '@/lib/signInStorage'
import { PhoneReleased } from '../ReleasePhone'
import { texts } from '../texts'
import { BirthdayQuestion } from './BirthdayQuestion'
import { RefusalNotice, SignInHead } from './SignInHead'
import { describeRefusal } from './signIn'

const words = texts.signIn

interface MessageButtonProps {
  businessId: string | null
  onReady: (message: PendingMessage) => void
}

export function MessageButton({ businessId, onReady }: MessageButtonProps) {
  const prepare = useAction(async () => onReady(await prepareMessage(businessId)), { staysBusy: true })
  return (
    <>
      <RefusalNotice refusal={prepare.error && describeRefusal(prepare.error, words.notPrepared)} />
      <Button
        variant="secondary"
        size="counter"
        wide
        busy={prepare.isPending}
        busyLabel={words.byMessageBusy}
        disabled={!inBrowser}
        onClick={() => prepare.start()}
      >
        {words.byMessage}
      </Button>
    </>
  )
}

interface MessageStepProps {
  message: PendingMessage
  /** True if the customer may also sign in by a code. */
  withCode: boolean
  onBack: () => void
  onSignedIn: (session: PortalSession) => void | Promise<void>
}

export function MessageStep({ message, withCode, onBack, onSignedIn }: MessageStepProps) {
  const [endReason, setEndReason] = useState<'expired' | 'hidden' | 'birthday' | null>(null)
  const signIn = useRef(onSignedIn)
  useEffect(() => {
    signIn.current = onSignedIn
  }, [onSignedIn])
  useEffect(() => {
    const abort = new AbortController()
    void waitForMessage(message, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return
      if (typeof outcome === 'object') void signIn.current(outcome)
      else setEndReason(outcome)
    })
    return () => abort.abort()
  }, [message])

  if (endReason === 'birthday') return <MessageBirthday message={message} onSignedIn={onSignedIn} />
  if (endReason === 'expired') {
    return (
      <EndNotice title={words.messageExpired} detail={words.messageExpiredDetail}>
        <Button size="counter" wide onClick={onBack}>
          {words.messageAgain}
        </Button>
      </EndNotice>
    )
  }
  if (endReason === 'hidden') {
    return (
      <EndNotice title={words.messageHidden} detail={words.messageHiddenDetail(withCode)}>
        <Button size="counter" wide onClick={onBack}>
          {withCode ? words.byCode : words.messageAgain}
        </Button>
      </EndNotice>
    )
  }
  return (
    <div className="grid gap-6">
      <SignInHead title={words.messageTitle} focus>
        {words.messageIntro}
      </SignInHead>
      <Notice tone="warning">{words.messageWarning}</Notice>
      <div>
        <MessageLink link={message.link} size="counter">
          {words.messageOpen}
        </MessageLink>
        <Waiting>{words.messageWaiting}</Waiting>
      </div>
      <DelayHint since={message.at}>{words.messageLate(withCode)}</DelayHint>
      <Button variant="quiet" className="justify-self-center" onClick={onBack}>
        {words.messageBack}
      </Button>
    </div>
  )
}

function MessageBirthday({ message, onSignedIn }: Pick<MessageStepProps, 'message' | 'onSignedIn'>) {
  const [birthday, setBirthday] = useState('')
  const [released, setReleased] = useState(false)
  const entering = useAction(
    async () => {
      const session = await signInByMessage(message, birthday)
      if (!session) throw new Error(words.messageExpired)
      await onSignedIn(session)
    },
    { staysBusy: true },
  )
  const refusal = entering.error && describeRefusal(entering.error, words.notEntered)
  if (released) return <PhoneReleased businessId={message.businessId} />
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (birthday) entering.start()
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
        release={() => releasePhoneByMessage(message)}
        onReleased={() => {
          clearPendingMessage()
          setReleased(true)
        }}
      />
      <Button type="submit" size="counter" wide busy={entering.isPending} busyLabel={words.entering}>
        {words.enter}
      </Button>
    </form>
  )
}

function EndNotice({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <SignInHead title={title} focus>
        {detail}
      </SignInHead>
      {children}
    </div>
  )
}
