import { type FormEvent, useRef, useState } from 'react'
import type { PortalSession } from '@/api/types'
import { digitsOf, formatPhone, joinPhone } from '@/lib/phone'
import { useSecondsUntil } from '@/lib/useSecondsUntil'
import { Button } from '@/ui/Button'
import { focusFirstError } from '@/ui/focusFirstError'
import { Notice } from '@/ui/Notice'
import { TextField } from '@/ui/TextField'
import { RefusalNotice, SignInHead } from './SignInHead'
import { type Asked, askForCode, describeRefusal, enter, type Refusal } from './signIn'
import { texts } from './texts'

const digits = 6
const words = texts.signIn

interface CodeStepProps {
  asked: Asked
  onAskedAgain: (asked: Asked) => void
  onChangeNumber: () => void
  onSignedIn: (session: PortalSession) => void
}

/** The second step: the code that has arrived. */
export function CodeStep({ asked, onAskedAgain, onChangeNumber, onSignedIn }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState<'entering' | 'asking' | null>(null)
  const [again, setAgain] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const attempt = async (what: 'entering' | 'asking', title: string, act: () => Promise<void>) => {
    if (busy) return
    setBusy(what)
    setRefusal(null)
    try {
      await act()
    } catch (error) {
      setRefusal(describeRefusal(error, title))
    }
    setBusy(null)
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    const complete = digitsOf(code).length === digits
    setProblem(complete ? undefined : words.codeWrong)
    if (!complete) return focusFirstError(form)
    void attempt('entering', words.notEntered, async () => {
      onSignedIn(await enter(asked, digitsOf(code)))
    })
  }

  const askAgain = () =>
    attempt('asking', words.notSent, async () => {
      onAskedAgain(await askForCode(asked))
      setCode('')
      setAgain(true)
    })

  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-6">
      <SignInHead title={words.codeTitle}>{words.sent(formatPhone(joinPhone(asked.phone)))}</SignInHead>
      {again && !refusal && <Notice tone="success">{words.sentAgain}</Notice>}
      <TextField
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={11}
        placeholder={words.codeExample}
        help={words.codeHelp}
        value={code}
        error={problem}
        onChange={({ target }) => setCode(target.value)}
      />
      <RefusalNotice refusal={refusal} />
      <Button type="submit" size="counter" wide busy={busy === 'entering'} busyLabel={words.entering}>
        {words.enter}
      </Button>
      <div className="flex flex-wrap items-center justify-center gap-x-2">
        <Button variant="quiet" onClick={onChangeNumber}>
          {words.change}
        </Button>
        <AskAgain at={asked.at} busy={busy === 'asking'} onAsk={() => void askAgain()} />
      </div>
    </form>
  )
}

/** Another code, but not before the first can have arrived. */
function AskAgain({ at, busy, onAsk }: { at: number; busy: boolean; onAsk: () => void }) {
  const seconds = useSecondsUntil(at + 30_000)
  if (seconds > 0) {
    return <p className="flex min-h-target items-center text-small text-ink-soft">{words.againIn(seconds)}</p>
  }
  return (
    <Button variant="quiet" busy={busy} busyLabel={words.sending} onClick={onAsk}>
      {words.again}
    </Button>
  )
}
