import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { VisitOutcome } from '@/acts/staff/outbox/outbox'
import { isStamped } from '@/acts/staff/outbox/visitResponses'
import { sayUnstamped } from '@/acts/staff/sayVisit'
import { texts as actTexts } from '@/acts/staff/texts'
import { useDraftState } from '@/acts/staff/useDialogDraft'
import { useRegisterVisit } from '@/acts/staff/visits'
import { businessQuery } from '@/api/customers'
import { hintOf, isApiError, isSameDayVisit } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { PhoneField, phoneFault } from '@/card/PhoneField'
import { positionOnCard } from '@/card/stamp-card/face'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { digitsOf, emptyPhone, joinPhone } from '@/lib/phone'
import { PhoneChoices } from './PhoneChoices'
import { texts } from './texts'

export function ManualVisit() {
  const [phone, setPhone] = useDraftState('phone of a visit', emptyPhone)
  const [notes, setNotes] = useDraftState<string>('note of a visit', texts.visit.defaultNotes)
  const [wrong, setWrong] = useState<string>()
  const [askedNumber, setAskedNumber] = useState('')
  const visit = useRegisterVisit({
    onUndone: ({ id }) => {
      if (visit.data?.type === 'registered' && visit.data.answer.id === id) visit.reset()
    },
  })
  const { data: business } = useQuery(businessQuery())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = digitsOf(phone.number) ? phoneFault(phone) : texts.visit.phoneMissing
    setWrong(fault)
    if (fault || visit.isPending) return
    setAskedNumber(phone.number)
    register({ phone: joinPhone(phone) })
  }
  const register = (subject: { phone: string } | { customerId: string }) => {
    const undoMessage = ({ customerName }: RegisteredVisit) => texts.visit.undoOffer(customerName)
    // The user may have typed the next customer's phone or note during the call: only unchanged fields are reset.
    const onSuccess = () => {
      setPhone((now) => (now === phone ? { ...phone, number: '' } : now))
      setNotes((now) => (now === notes ? texts.visit.defaultNotes : now))
    }
    visit.mutate({ subject, notes: notes.trim(), message: undoMessage }, { onSuccess })
  }
  const hasSeveralCustomers = visit.isError && isAmbiguous(visit.error) && 'phone' in visit.variables.subject
  return (
    <Panel title={texts.visit.title}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <p className="text-ink-soft">{texts.visit.detail}</p>
        <PhoneField
          label={texts.visit.phone}
          autoComplete="off"
          value={phone}
          onChange={setPhone}
          error={wrong}
        />
        <TextField
          label={texts.visit.notes}
          optional
          autoComplete="off"
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <Button
          type="submit"
          className="sm:justify-self-start"
          busy={visit.isPending}
          busyLabel={texts.visit.submitting}
        >
          {texts.visit.submit}
        </Button>
        {visit.isSuccess && <Message text={success(visit.data, business?.timezone)} />}
        {visit.isError && <Message text={failure(visit.error)} />}
        {hasSeveralCustomers && (
          <PhoneChoices number={askedNumber} onChoose={(customerId) => register({ customerId })} />
        )}
      </form>
    </Panel>
  )
}

function success(outcome: VisitOutcome, timeZone?: string): string {
  return outcome.type === 'kept' ? actTexts.visit.kept : sayRegistered(outcome.answer, timeZone)
}

function sayRegistered(visit: RegisteredVisit, timeZone?: string): string {
  const { customerName, progress, newReward } = visit
  if (!isStamped(visit)) return sayUnstamped(visit, timeZone)
  const stamps = progress
    ? texts.visit.stamps(positionOnCard(progress.count, progress.target), progress.target)
    : ''
  return texts.visit.done(customerName, stamps) + (newReward ? texts.visit.reward(newReward.kind) : '')
}

/** True if the phone identifies no customer, or several. */
function isAmbiguous(error: unknown): boolean {
  return isNotFound(error) || isApiError(error, 'SEVERAL_CUSTOMERS')
}

/** Checks the status, because some servers send no error code. */
function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404
}

function failure(error: unknown): string {
  if (isNotFound(error)) return texts.visit.notFound
  if (isApiError(error, 'SEVERAL_CUSTOMERS')) return texts.visit.several
  if (isSameDayVisit(error)) {
    const hint = hintOf(error)
    return hint ? `${texts.visit.sameDay}. ${hint}` : texts.visit.sameDay
  }
  return `❌ ${errorText(error, texts.visit.failed)}`
}
