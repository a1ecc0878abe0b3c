import { type FormEvent, useRef, useState } from 'react'
import { useBeginEnrolment, useConfirmEnrolment } from '@/acts/shared/secondFactor'
import { isApiError } from '@/api/error'
import type { EnrolledFactor, Enrolment } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { Notice } from '@/kit/Notice'
import { errorText, fieldErrorsOf } from '@/lib/errors'
import { focusFirstError } from '@/lib/focusFirstError'
import { CodeField } from './CodeField'
import { texts } from './secondFactorTexts'
import { useRetypedCode } from './useRetypedCode'

const words = texts.enrol

const focus = (element: HTMLElement | null) => element?.focus()

interface EnrolmentFormProps {
  begin: () => Promise<Enrolment>
  token: () => string
  onEnrolled: (enrolledFactor: EnrolledFactor) => void
  /** True if the button that opened the form is gone. */
  autoFocus?: boolean
  /** `secondary` if another way to enrol is the main one. */
  variant?: 'secondary'
}

export function EnrolmentForm({ begin, token, onEnrolled, autoFocus, variant }: EnrolmentFormProps) {
  const [key, setKey] = useState<Enrolment | null>(null)
  const beginning = useBeginEnrolment(begin, setKey)
  if (key) return <ConfirmForm enrolment={key} token={token} onEnrolled={onEnrolled} />
  return (
    <div className="grid gap-4">
      <p>{words.needs}</p>
      {beginning.error && <Notice tone="error">{errorText(beginning.error, words.failed)}</Notice>}
      <Button
        wide
        {...(variant && { variant })}
        autoFocus={autoFocus}
        busy={beginning.isPending}
        busyLabel={words.beginning}
        onClick={() => beginning.start()}
      >
        {words.begin}
      </Button>
    </div>
  )
}

interface ConfirmFormProps extends Omit<EnrolmentFormProps, 'begin' | 'autoFocus' | 'variant'> {
  enrolment: Enrolment
}

function ConfirmForm({ enrolment: { secret, address, qr }, token, onEnrolled }: ConfirmFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = useConfirmEnrolment(token, onEnrolled)
  // The server's message offers recovery codes, which the user does not have yet.
  const isWrong = isApiError(confirm.error, 'SECOND_FACTOR_REFUSED')
  const atField = isWrong ? words.wrong : fieldErrorsOf(confirm.error).code
  useRetypedCode(form, isWrong ? confirm.error : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = code.trim() === ''
    setMissing(missing)
    if (missing) focusFirstError(form)
    else confirm.start(code.trim())
  }
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
      <p ref={focus} tabIndex={-1} className="outline-none">
        {words.scan}
      </p>
      <img
        src={qr}
        alt={words.qr}
        className="mx-auto size-56 max-w-full rounded-box border border-field bg-white p-2"
      />
      <a
        href={address}
        className={cx(buttonLook({ variant: 'secondary', wide: true }), 'not-pointer-coarse:hidden')}
      >
        {words.open}
      </a>
      <div className="grid gap-2">
        <p className="text-ink-soft">{words.type}</p>
        <p
          translate="no"
          className="rounded-box border border-field bg-well px-4 py-3 text-center font-mono select-all [overflow-wrap:anywhere]"
        >
          {secret}
        </p>
      </div>
      {confirm.error && !atField && (
        <Notice tone="error">{errorText(confirm.error, texts.code.failed)}</Notice>
      )}
      <CodeField
        value={code}
        error={isMissing ? texts.code.missing : atField}
        onChange={(typedCode) => {
          setMissing(false)
          setCode(typedCode)
        }}
      />
      <Button type="submit" size="counter" wide busy={confirm.isPending} busyLabel={words.confirming}>
        {words.confirm}
      </Button>
    </form>
  )
}
