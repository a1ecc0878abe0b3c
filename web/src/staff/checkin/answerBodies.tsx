import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useIsDurable } from '@/acts/staff/outbox/OutboxProvider'
import type { WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { texts as actTexts } from '@/acts/staff/texts'
import { customerSearchQuery } from '@/api/customers'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { lazyPart } from '@/kit/lazyPart'
import { withNames } from '@/kit/withNames'
import { formatPhone } from '@/lib/phone'
import type { Answer } from './counterState'
import { Matches } from './Matches'
import { OpenRecord } from './OpenRecord'
import type { CustomerData } from './panel'
import { RegisterHere } from './RegisterHere'
import { KeptVisitSummary, SnapshotSummary } from './SnapshotSummary'
import { texts } from './texts'
import { type CounterController, matchLimit } from './useCounter'

/** Lazy, to keep it out of the counter's first load. */
const CounterNote = lazyPart(() => import('./CounterNote'), 'CounterNote')

export function Idle() {
  return (
    <div className="answer-idle">
      <span className="answer-viewfinder" aria-hidden="true" />
      <p className="max-w-80 text-counter text-ink">{texts.idle.detail}</p>
      <RegisterHere />
    </div>
  )
}

export function ProblemBody({
  problem,
  mayCreate,
  counter,
}: {
  problem: Extract<Answer, { kind: 'problem' }>
  mayCreate: boolean
  counter: CounterController
}) {
  return (
    <div className="grid gap-5">
      {problem.unknown && <SearchedText {...problem.unknown} />}
      <p className="text-counter">{problem.hint}</p>
      {problem.sharedPhone && <PhoneMatches phone={problem.sharedPhone} counter={counter} />}
      {problem.unknown && mayCreate && (
        <Link
          to="/app/customers/new"
          // In the history state, not the address: names and phones must not reach histories and
          // logs.
          state={problem.unknown}
          className={buttonLook({ variant: 'secondary', size: 'counter', wide: true })}
        >
          {problem.unknown.phone ? texts.problem.create : texts.problem.createNamed}
        </Link>
      )}
      {problem.unknown && <RegisterHere />}
    </div>
  )
}

/** Repeats the searched text, which the emptied box no longer shows. */
function SearchedText({ phone, name }: { phone?: string; name?: string }) {
  return (
    <p translate="no" className="text-counter font-semibold wrap-anywhere">
      {phone ? formatPhone(phone) : name}
    </p>
  )
}

function PhoneMatches({ phone, counter }: { phone: string; counter: CounterController }) {
  const { data, isError } = useQuery(customerSearchQuery(phone.replace(/^\+/, ''), matchLimit))
  const { items = [], total = 0 } = data ?? {}
  return (
    <Matches
      matches={{ items, total, loading: !data && !isError, failed: isError, current: true }}
      active={null}
      onOpen={(customer) => counter.open(customer.id, customer)}
      onAdd={(customer) => counter.addVisit({ customerId: customer.id })}
    />
  )
}

/** A kept visit, with a button that sends it now. */
export function KeptBody({ visit, counter }: { visit: WaitingVisit; counter: CounterController }) {
  const isDurable = useIsDurable()
  return (
    <div className="grid gap-5">
      <KeptVisitSummary visit={visit} />
      <p className="text-counter">{isDurable ? texts.kept.detail : texts.kept.unsaved}</p>
      <Button variant="secondary" size="counter" wide onClick={counter.retry}>
        {actTexts.visit.sendNow}
      </Button>
    </div>
  )
}

interface SameDayBodyProps {
  answer: Extract<Answer, { kind: 'sameDay' }>
  name: string
  mayAuthorize: boolean
  counter: CounterController
}

export function SameDayBody({ answer, name, mayAuthorize, counter }: SameDayBodyProps) {
  const { customerId, hint } = answer
  return (
    <div className="grid gap-4">
      <p className="text-counter">{hint || texts.sameDay.tomorrow}</p>
      {mayAuthorize ? (
        <Authorize
          disabled={customerId === null}
          name={name}
          onAuthorize={() => customerId && counter.addVisit({ customerId }, { authorized: true })}
        />
      ) : (
        <p className="text-counter font-medium">{texts.sameDay.onlyAdmins}</p>
      )}
    </div>
  )
}

interface AuthorizeProps {
  disabled: boolean
  name: string
  onAuthorize: () => void
}

/** Takes two steps, so that an accidental double tap authorizes nothing. */
function Authorize({ disabled, name, onAuthorize }: AuthorizeProps) {
  const [asked, setAsked] = useState(false)
  if (!asked) {
    return (
      <Button variant="secondary" size="counter" wide disabled={disabled} onClick={() => setAsked(true)}>
        {texts.sameDay.authorize}
      </Button>
    )
  }
  return (
    <InlineConfirm
      large
      question={withNames(actTexts.visit.another.sure(name), name)}
      effect={actTexts.visit.another.effect}
      keep={texts.sameDay.cancel}
      confirm={texts.sameDay.confirm}
      arms={texts.sameDay.confirm}
      onKeep={() => setAsked(false)}
      onConfirm={onAuthorize}
    />
  )
}

interface FailureBodyProps {
  failure: NonNullable<CustomerData['failure']>
  onRetry: () => void
}

export function FailureBody({ failure, onRetry }: FailureBodyProps) {
  return (
    <div className="grid gap-5">
      <p className="text-counter">{failure.reason}</p>
      {!failure.notFound && (
        <Button size="counter" wide onClick={onRetry}>
          {texts.problem.retry}
        </Button>
      )}
    </div>
  )
}

interface FoundActionsProps {
  customerId: string
  data: CustomerData
  counter: CounterController
}

export function FoundActions({ customerId, data, counter }: FoundActionsProps) {
  const [notes, setNotes] = useState('')
  const cameToday = data.progress?.visitedToday
  return (
    <div className="grid gap-3">
      {data.fromSnapshot && <SnapshotSummary customer={data.fromSnapshot} />}
      {cameToday && <p className="text-counter font-medium">{texts.states.cameToday}</p>}
      <div className="answer-acts">
        {!data.fromSnapshot && <OpenRecord customerId={customerId} />}
        {!cameToday && (
          // `arms` ignores early presses: another customer's button may have been here a moment ago.
          <Button
            size="counter"
            className="px-1!"
            arms={`visit ${counter.state.serial}`}
            onClick={() => counter.addVisit({ customerId }, { notes: notes.trim() })}
          >
            {texts.actions.add}
          </Button>
        )}
      </div>
      {!cameToday && (
        <Suspense fallback={<div className="min-h-target" />}>
          <CounterNote customerId={customerId} counter={counter} onChange={setNotes} />
        </Suspense>
      )}
    </div>
  )
}

export function CustomerLinks({ customerId, counter }: Omit<FoundActionsProps, 'data'>) {
  return (
    <div className="answer-acts">
      <Button variant="quiet" size="counter" className="px-1!" onClick={() => counter.open(customerId)}>
        {texts.actions.open}
      </Button>
      <OpenRecord customerId={customerId} />
    </div>
  )
}
