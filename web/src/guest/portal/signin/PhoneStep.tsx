import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { type CodeRequest, type CodeWay, requestCode } from '@/acts/guest/portalSignIn'
import { useAction } from '@/acts/shared/useAction'
import { clearFormData, formError, usePageData } from '@/api/pageData'
import { BirthdayField, birthdayFaultIn } from '@/card/BirthdayField'
import { PhoneField } from '@/card/PhoneField'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { focusFirstError } from '@/lib/focusFirstError'
import { inBrowser } from '@/lib/inBrowser'
import { type SignInInput, signInInputKey } from '@/lib/signInStorage'
import { useTabState } from '@/lib/useTabState'
import { texts } from '../texts'
import { RefusalNotice, SignInHead } from './SignInHead'
import { describeRefusal, emptyInput, phoneFromOtherBusiness, validateInput, withFormFields } from './signIn'

interface PhoneStepProps {
  businessId: string | null
  withBirthday: boolean
  ways: readonly CodeWay[]
  isDelivered: boolean
  /** The last request, if the customer returns to change the number. */
  last: CodeRequest | null
  onRequested: (request: CodeRequest) => void
  children?: ReactNode
}

/** Fills in the phone that the customer used at another business. */
const withKnownPhone = (input: SignInInput): SignInInput =>
  input.phone.number ? input : { ...input, phone: phoneFromOtherBusiness() ?? input.phone }

interface Problems {
  phone?: string | undefined
  birthday?: string | undefined
}

const words = texts.signIn

export function PhoneStep({
  businessId,
  withBirthday,
  ways,
  isDelivered,
  last,
  onRequested,
  children,
}: PhoneStepProps) {
  const page = usePageData()
  const [firstWay = 'whatsapp', ...otherWays] = ways
  const [input, setInput] = useTabState<SignInInput>(signInInputKey, last ?? emptyInput, (storedInput) =>
    last ? storedInput : withFormFields(withKnownPhone(storedInput), page?.fields ?? {}),
  )
  const { phone, birthday } = input
  const [faults, setFaults] = useState<Problems>({})
  const send = useAction(
    async (by: CodeWay) =>
      onRequested(await requestCode({ phone, birthday: withBirthday ? birthday : '', businessId, way: by })),
    { staysBusy: true, initialError: formError(page) },
  )
  const refusal = send.error && describeRefusal(send.error, words.notSent)
  const problems: Problems = { ...refusal?.fields, ...faults }
  const way = useRef(firstWay)
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    const problems: Problems = validateInput(input, withBirthday)
    problems.birthday = birthdayFaultIn(event.currentTarget) ?? problems.birthday
    send.reset()
    setFaults(problems.phone || problems.birthday ? problems : {})
    if (problems.phone || problems.birthday) return focusFirstError(form)
    clearFormData(page)
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
      {words.send[isDelivered || by === 'email' ? by : 'none']}
    </Button>
  )
  return (
    <form ref={form} method="post" noValidate={inBrowser} onSubmit={submit} className="grid gap-6">
      <SignInHead title={words.title} focus={last !== null}>
        {words.intro[isDelivered || firstWay === 'email' ? firstWay : 'none']}
      </SignInHead>
      {!isDelivered && (
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
        onChange={(phone) => setInput({ ...input, phone })}
      />
      {withBirthday && (
        <BirthdayField
          label={words.birthday}
          required
          help={words.birthdayHelp}
          value={birthday}
          error={problems.birthday}
          onChange={(birthday) => setInput({ ...input, birthday })}
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
