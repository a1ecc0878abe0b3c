import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { type Asked, askForCode, type CodeWay } from '@/acts/guest/portalSignIn'
import { useAct } from '@/acts/shared/useAct'
import { forgetForm, refusalIn, useShown } from '@/api/shown'
import { BirthdayField, birthdayFaultIn } from '@/card/BirthdayField'
import { PhoneField } from '@/card/PhoneField'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { type Typed, typedKey } from '@/lib/applicant'
import { focusFirstError } from '@/lib/focusFirstError'
import { inBrowser } from '@/lib/inBrowser'
import { useKept } from '@/lib/useKept'
import { texts } from '../texts'
import { RefusalNotice, SignInHead } from './SignInHead'
import { describeRefusal, phoneElsewhere, problemsOf, untyped, withFields } from './signIn'

interface PhoneStepProps {
  businessId: string | null
  withBirthday: boolean
  /** How a code can come: the first is offered first. */
  ways: readonly CodeWay[]
  /** Whether a code by WhatsApp leaves. */
  leaves: boolean
  /** What was typed before, when the number is changed. */
  last: Asked | null
  onAsked: (asked: Asked) => void
  /** Another way in. */
  children?: ReactNode
}

/** Where no phone was typed in this tab, the one that the person has used at another business. */
const withPhone = (typed: Typed): Typed =>
  typed.phone.number ? typed : { ...typed, phone: phoneElsewhere() ?? typed.phone }

interface Problems {
  phone?: string | undefined
  birthday?: string | undefined
}

const words = texts.signIn

/** The first step: which phone the code goes to. */
export function PhoneStep({
  businessId,
  withBirthday,
  ways,
  leaves,
  last,
  onAsked,
  children,
}: PhoneStepProps) {
  const shown = useShown()
  const [firstWay = 'whatsapp', ...otherWays] = ways
  const [typed, setTyped] = useKept<Typed>(typedKey, last ?? untyped, (kept) =>
    last ? kept : withFields(withPhone(kept), shown?.fields ?? {}),
  )
  const { phone, birthday } = typed
  const [faults, setFaults] = useState<Problems>({})
  const send = useAct(
    async (by: CodeWay) =>
      onAsked(await askForCode({ phone, birthday: withBirthday ? birthday : '', businessId, way: by })),
    { leaves: true, failedBefore: refusalIn(shown) },
  )
  const refusal = send.error && describeRefusal(send.error, words.notSent)
  const problems: Problems = { ...refusal?.fields, ...faults }
  const way = useRef(firstWay)
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    const found: Problems = problemsOf(typed, withBirthday)
    found.birthday = birthdayFaultIn(event.currentTarget) ?? found.birthday
    send.reset()
    setFaults(found.phone || found.birthday ? found : {})
    if (found.phone || found.birthday) return focusFirstError(form)
    forgetForm(shown)
    send.start(way.current)
  }

  const sendBy = (by: CodeWay) => (
    <Button
      key={by}
      type="submit"
      name="way"
      value={by}
      variant={by === firstWay ? 'primary' : 'secondary'}
      size="counter"
      wide
      busy={send.pending === by}
      busyLabel={words.sending}
      onClick={() => {
        way.current = by
      }}
    >
      {words.send[leaves || by === 'email' ? by : 'none']}
    </Button>
  )
  return (
    <form ref={form} method="post" noValidate={inBrowser} onSubmit={submit} className="grid gap-6">
      <SignInHead title={words.title} focus={last !== null}>
        {words.intro[leaves || firstWay === 'email' ? firstWay : 'none']}
      </SignInHead>
      {!leaves && (
        <Notice tone="warning" title={words.notLeaving.title}>
          {firstWay === 'email' ? words.notLeaving.byEmail : words.notLeaving.counter}
        </Notice>
      )}
      <PhoneField
        label={words.phone}
        name="phone"
        required
        help={words.phoneHelp}
        value={phone}
        error={problems.phone}
        onChange={(phone) => setTyped({ ...typed, phone })}
      />
      {withBirthday && (
        <BirthdayField
          label={words.birthday}
          required
          help={words.birthdayHelp}
          value={birthday}
          error={problems.birthday}
          onChange={(birthday) => setTyped({ ...typed, birthday })}
        />
      )}
      <RefusalNotice refusal={refusal} />
      {sendBy(firstWay)}
      {(children || otherWays.length > 0) && <p className="text-center text-ink-soft">{words.or}</p>}
      {children}
      {otherWays.map(sendBy)}
    </form>
  )
}
