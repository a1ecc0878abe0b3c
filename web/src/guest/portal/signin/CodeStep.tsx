import { useRef, useState } from 'react'
import { type Asked, askForCode, type CodeWay, enter, releaseByCode } from '@/acts/guest/portalSignIn'
import { useAct } from '@/acts/shared/useAct'
import { isApiError } from '@/api/error'
import { refusalIn, useShown } from '@/api/shown'
import type { PortalSession } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { Notice } from '@/kit/Notice'
import { TextField } from '@/kit/TextField'
import { forgetCode } from '@/lib/applicant'
import { sayDay } from '@/lib/dates'
import { focusFirstError } from '@/lib/focusFirstError'
import { inBrowser } from '@/lib/inBrowser'
import { digitsOf, formatPhone, joinPhone } from '@/lib/phone'
import { signInPlace } from '../places'
import { PhoneReleased } from '../ReleasePhone'
import { texts } from '../texts'
import { AskAgain } from './AskAgain'
import { BirthdayQuestion } from './BirthdayQuestion'
import { RefusalNotice, SignInHead } from './SignInHead'
import { askedAgain, asksBirthday, codeProblem, describeRefusal } from './signIn'

const words = texts.signIn

interface CodeStepProps {
  asked: Asked
  /** How a code can come. */
  ways: readonly CodeWay[]
  /** Whether a code by WhatsApp leaves. */
  leaves: boolean
  onAskedAgain: (asked: Asked) => void
  onChangeNumber: () => void
  onSignedIn: (session: PortalSession) => void | Promise<void>
}

/** The second step: the code that has arrived. */
export function CodeStep({ asked, ways, leaves, onAskedAgain, onChangeNumber, onSignedIn }: CodeStepProps) {
  const shown = useShown()
  const isSent = leaves || asked.way === 'email'
  const [again, setAgain] = useState(() => askedAgain(shown?.fields ?? {}))
  const [code, setCode] = useState(() => shown?.fields?.code ?? '')
  const [birthday, setBirthday] = useState(asked.birthday)
  const [released, setReleased] = useState(false)
  const entering = useAct(
    async (code: string) => {
      last.current = digitsOf(code)
      try {
        // Busy until the page is left: a code opens once.
        await onSignedIn(await enter(asked, digitsOf(code), needsBirthday ? birthday : ''))
      } catch (error) {
        if (isApiError(error) && asksBirthday(error.code)) setNeedsBirthday(true)
        if (isApiError(error, 'CODE_REFUSED')) {
          field()?.focus()
          field()?.select() // what is typed next takes its place
        }
        throw error
      }
    },
    { leaves: true, failedBefore: refusalIn(shown) },
  )
  const asking = useAct(async (way: CodeWay) => {
    onAskedAgain(await askForCode({ ...asked, way }))
    setCode((now) => (now === code ? '' : now))
    setProblem(undefined)
    setAgain(true)
    // The button that was pressed gives way to the wait.
    field()?.focus()
  })
  const refusal = entering.error
    ? describeRefusal(entering.error, words.notEntered)
    : asking.error && describeRefusal(asking.error, words.notSent)
  const [problem, setProblem] = useState(refusal?.fields.code)
  const [needsBirthday, setNeedsBirthday] = useState(() => asksBirthday(refusal?.code))
  // By itself only another code is sent: not the one with which the page came, nor one that was tried.
  const last = useRef(digitsOf(code))
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector<HTMLInputElement>('[name=code]')

  const send = (code: string) => {
    const found = codeProblem(code)
    setProblem(found)
    if (found || (needsBirthday && !birthday)) return focusFirstError(form)
    // A code may come, and be typed, before the answer that says that it was sent.
    asking.reset()
    entering.start(code)
  }

  const change = (code: string) => {
    setCode(code)
    if (!codeProblem(code) && digitsOf(code) !== last.current) send(code)
  }

  const askAgain = (way: CodeWay) => {
    if (entering.isPending) return
    entering.reset()
    asking.start(way)
  }

  if (released) return <PhoneReleased businessId={asked.businessId} />
  return (
    <form
      ref={form}
      method="post"
      noValidate={inBrowser}
      onSubmit={(event) => {
        event.preventDefault()
        send(code)
      }}
      className="grid gap-6"
    >
      {!inBrowser && <Known asked={needsBirthday ? { ...asked, birthday: '' } : asked} />}
      <SignInHead title={words.codeTitle}>
        {isSent ? words.sent[asked.way](formatPhone(joinPhone(asked.phone))) : words.recorded}
      </SignInHead>
      {again && !refusal && (
        <Notice tone="success">{isSent ? words.sentAgain[asked.way] : words.recordedAgain}</Notice>
      )}
      <TextField
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={11}
        placeholder={words.codeExample}
        help={inBrowser ? words.codeSendsItself : words.codeHelp}
        value={code}
        error={problem}
        onChange={({ target }) => change(target.value)}
      />
      <RefusalNotice refusal={refusal} />
      {needsBirthday && (
        <BirthdayQuestion
          birthday={birthday}
          error={refusal?.fields.birthday}
          onChange={setBirthday}
          release={() => releaseByCode(asked, digitsOf(code))}
          onReleased={() => {
            forgetCode()
            setReleased(true)
          }}
        />
      )}
      <Button type="submit" size="counter" wide busy={entering.isPending} busyLabel={words.entering}>
        {words.enter}
      </Button>
      <div className="flex flex-wrap items-center justify-center gap-x-2">
        {inBrowser ? (
          <Button variant="quiet" onClick={onChangeNumber}>
            {words.change}
          </Button>
        ) : (
          <a href={signInPlace(asked.businessId)} className={buttonLook({ variant: 'quiet' })}>
            {words.change}
          </a>
        )}
        <AskAgain asked={asked} ways={ways} leaves={leaves} busy={asking.pending} onAsk={askAgain} />
      </div>
      {isSent && <NoCode birthday={asked.birthday} />}
    </form>
  )
}

/** What is compared before a code leaves, and what to do without one. It is the same for every phone. */
function NoCode({ birthday }: { birthday: string }) {
  const { title, phone, birthday: both, counter } = words.noCode
  return (
    <section aria-label={title} className="grid gap-1 border-t border-rule pt-4 text-ink-soft">
      <p className="font-semibold text-ink">{title}</p>
      {/* The server draws this too, and says no days. */}
      <p>{birthday ? both(inBrowser ? sayDay(birthday) : '') : phone}</p>
      <p>{counter}</p>
    </section>
  )
}

/** What was typed before, for the server: without a script nobody else remembers it. */
function Known({ asked: { phone, birthday, way } }: { asked: Asked }) {
  return (
    <>
      <input type="hidden" name="phonePrefix" value={phone.prefix} />
      <input type="hidden" name="phone" value={phone.number} />
      {birthday && <input type="hidden" name="birthday" value={birthday} />}
      <input type="hidden" name="sentBy" value={way} />
    </>
  )
}
