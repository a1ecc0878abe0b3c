import { useRef, useState } from 'react'
import {
  type CodeRequest,
  type CodeWay,
  releasePhoneByCode,
  requestCode,
  signInByCode,
} from '@/acts/guest/portalSignIn'
import { useAction } from '@/acts/shared/useAction'
import { isApiError } from '@/api/error'
import { formError, usePageData } from '@/api/pageData'
import type { PortalSession } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { Notice } from '@/kit/Notice'
import { TextField } from '@/kit/TextField'
import { sayDay } from '@/lib/dates'
import { focusFirstError } from '@/lib/focusFirstError'
import { inBrowser } from '@/lib/inBrowser'
import { digitsOf, formatPhone, joinPhone } from '@/lib/phone'
import { clearCodeRequest } from '@/lib/signInStorage'
import { signInPath } from '../paths'
import { PhoneReleased } from '../ReleasePhone'
import { texts } from '../texts'
import { BirthdayQuestion } from './BirthdayQuestion'
import { ResendCode } from './ResendCode'
import { RefusalNotice, SignInHead } from './SignInHead'
import { asksBirthday, describeRefusal, isResend, validateCode } from './signIn'

const words = texts.signIn

interface CodeStepProps {
  request: CodeRequest
  ways: readonly CodeWay[]
  isDelivered: boolean
  onResent: (request: CodeRequest) => void
  onChangeNumber: () => void
  onSignedIn: (session: PortalSession) => void | Promise<void>
}

export function CodeStep({
  request,
  ways,
  isDelivered,
  onResent,
  onChangeNumber,
  onSignedIn,
}: CodeStepProps) {
  const page = usePageData()
  const isSent = isDelivered || request.way === 'email'
  const [again, setAgain] = useState(() => isResend(page?.fields ?? {}))
  const [code, setCode] = useState(() => page?.fields?.code ?? '')
  const [birthday, setBirthday] = useState(request.birthday)
  const [released, setReleased] = useState(false)
  const entering = useAction(
    async (code: string) => {
      last.current = digitsOf(code)
      try {
        // Stays busy until the page is left, because a code works only once.
        await onSignedIn(await signInByCode(request, digitsOf(code), needsBirthday ? birthday : ''))
      } catch (error) {
        if (isApiError(error) && asksBirthday(error.code)) setNeedsBirthday(true)
        if (isApiError(error, 'CODE_REFUSED')) {
          field()?.focus()
          field()?.select() // so that typing replaces the code
        }
        throw error
      }
    },
    { staysBusy: true, initialError: formError(page) },
  )
  const resending = useAction(async (way: CodeWay) => {
    onResent(await requestCode({ ...request, way }))
    setCode((now) => (now === code ? '' : now))
    setProblem(undefined)
    setAgain(true)
    // The pressed button disappears, so the field takes the focus.
    field()?.focus()
  })
  const refusal = entering.error
    ? describeRefusal(entering.error, words.notEntered)
    : resending.error && describeRefusal(resending.error, words.notSent)
  const [problem, setProblem] = useState(refusal?.fields.code)
  const [needsBirthday, setNeedsBirthday] = useState(() => asksBirthday(refusal?.code))
  // A complete code is sent automatically, but only once.
  const last = useRef(digitsOf(code))
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector<HTMLInputElement>('[name=code]')

  const send = (code: string) => {
    const codeFault = validateCode(code)
    setProblem(codeFault)
    if (codeFault || (needsBirthday && !birthday)) return focusFirstError(form)
    // The user may submit a code before the response to the resend request arrives.
    resending.reset()
    entering.start(code)
  }

  const change = (code: string) => {
    setCode(code)
    if (!validateCode(code) && digitsOf(code) !== last.current) send(code)
  }

  const resend = (way: CodeWay) => {
    if (entering.isPending) return
    entering.reset()
    resending.start(way)
  }

  if (released) return <PhoneReleased businessId={request.businessId} />
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
      {!inBrowser && <HiddenFields request={needsBirthday ? { ...request, birthday: '' } : request} />}
      <SignInHead title={words.codeTitle}>
        {isSent ? words.sent[request.way](formatPhone(joinPhone(request.phone))) : words.recorded}
      </SignInHead>
      {again && !refusal && (
        <Notice tone="success">{isSent ? words.sentAgain[request.way] : words.recordedAgain}</Notice>
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
          release={() => releasePhoneByCode(request, digitsOf(code))}
          onReleased={() => {
            clearCodeRequest()
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
          <a href={signInPath(request.businessId)} className={buttonLook({ variant: 'quiet' })}>
            {words.change}
          </a>
        )}
        <ResendCode
          request={request}
          ways={ways}
          isDelivered={isDelivered}
          busy={resending.pending}
          onResend={resend}
        />
      </div>
      {isSent && <NoCode birthday={request.birthday} />}
    </form>
  )
}

/** The text is the same for every phone, so that it does not reveal customers. */
function NoCode({ birthday }: { birthday: string }) {
  const { title, phone, birthday: both, counter } = words.noCode
  return (
    <section aria-label={title} className="grid gap-1 border-t border-rule pt-4 text-ink-soft">
      <p className="font-semibold text-ink">{title}</p>
      {/* The JavaScript engine of the rendering server cannot format dates. */}
      <p>{birthday ? both(inBrowser ? sayDay(birthday) : '') : phone}</p>
      <p>{counter}</p>
    </section>
  )
}

/** Fields that carry the request to the next page when the form is sent without the script. */
function HiddenFields({ request: { phone, birthday, way } }: { request: CodeRequest }) {
  return (
    <>
      <input type="hidden" name="phonePrefix" value={phone.prefix} />
      <input type="hidden" name="phone" value={phone.number} />
      {birthday && <input type="hidden" name="birthday" value={birthday} />}
      <input type="hidden" name="sentBy" value={way} />
    </>
  )
}
