import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PublicBusiness } from '@/api/types'
import { Button } from '@/kit/Button'
import { TextField } from '@/kit/TextField'
import { useTitle } from '@/lib/useTitle'
import { BusinessGate, columns, RegistrationUnavailable, sheet } from './BusinessGate'
import { CardPromise } from './CardPromise'
import { counterTexts as words } from './counterTexts'
import { describeFailure, type Failure } from './failure'
import { emptyDraft } from './form'
import { RegistrationForm } from './RegistrationForm'
import { texts } from './texts'
import { useBusiness } from './useBusiness'

/** Milliseconds for which an untouched form stays open. */
const idleLimit = 3 * 60_000

/** The server's limit: full cards that a customer may claim. */
const maxCards = 10

/** Replaces the form's storage. It stores nothing, because the next person uses the same device. */
const noStore = {
  readUnfinished: () => ({ draft: emptyDraft, attempt: null }),
  keep: () => undefined,
  finish: () => undefined,
}

/** Replaces the form in the browser's history, so that going back does not show it. */
function returnToCounter(customerId?: string): void {
  const customerQuery = customerId ? `?cid=${encodeURIComponent(customerId)}` : ''
  window.location.replace(`/staff/checkin${customerQuery}`)
}

/** Registration on the counter's device. It stores nothing there and returns to the counter by itself. */
export function CounterRegistration({ businessId }: { businessId: string | null }) {
  const id = businessId?.trim()
  useReturnWhenIdle()
  if (!id) return <RegistrationUnavailable {...texts.missingBusiness} />
  return <AtBusiness id={id} />
}

function AtBusiness({ id }: { id: string }) {
  return (
    <BusinessGate businessState={useBusiness(id)} unknown={texts.unknownBusiness}>
      {(business) => <CounterForm business={business} />}
    </BusinessGate>
  )
}

function CounterForm({ business }: { business: PublicBusiness }) {
  useTitle(texts.pageTitle(business.name))
  const sheetOf = useRef<HTMLDivElement>(null)
  useWithoutAutocomplete(sheetOf)
  const [claim, setClaim] = useState('')
  const most = maxCards * business.visitTarget
  const stamps = claim.trim() === '' ? 0 : Number(claim)
  const isWrong = !Number.isInteger(stamps) || stamps < 0 || stamps > most
  return (
    <div className={columns}>
      <div className="lg:col-span-2">
        <Button variant="secondary" onClick={() => returnToCounter()}>
          {words.back}
        </Button>
      </div>
      <div className="lg:sticky lg:top-8">
        <CardPromise business={business} />
      </div>
      <div ref={sheetOf} className={sheet}>
        <RegistrationForm
          business={business}
          counter={{
            store: noStore,
            describe: describeAtCounter,
            // A wrong number is sent as -1, so that the server reports it at its field too.
            fields: { atCounter: true, ...(claim.trim() !== '' && { claimedStamps: isWrong ? -1 : stamps }) },
            part: (refusal) => (
              <TextField
                label={words.claim}
                help={words.claimHelp}
                optional
                inputMode="numeric"
                maxLength={3}
                value={claim}
                error={isWrong ? words.claimWrong(most) : refusal}
                onChange={({ target }) => setClaim(target.value)}
              />
            ),
          }}
          onDone={({ customer }) => returnToCounter(customer.id)}
        />
      </div>
    </div>
  )
}

/** Describes an error without a link to the sign-in, because a customer must not sign in on this device. */
function describeAtCounter(error: unknown): Failure {
  const failure = describeFailure(error)
  return failure.leadsToPoints ? { tone: 'info', title: failure.title, detail: words.known } : failure
}

function useWithoutAutocomplete(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = within.current
    const forget = ({ target }: FocusEvent) => (target as Element).setAttribute('autocomplete', 'off')
    form?.addEventListener('focusin', forget)
    return () => form?.removeEventListener('focusin', forget)
  }, [within])
}

/** Returns to the counter after idleLimit, or when the page is restored from the back/forward cache. */
function useReturnWhenIdle(): void {
  useEffect(() => {
    let timer = 0
    const restart = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(returnToCounter, idleLimit)
    }
    const leave = ({ persisted }: PageTransitionEvent) => persisted && returnToCounter()
    restart()
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, restart)
    window.addEventListener('pageshow', leave)
    return () => {
      window.clearTimeout(timer)
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, restart)
      window.removeEventListener('pageshow', leave)
    }
  }, [])
}
