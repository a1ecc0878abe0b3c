import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerQueries, customerSearchQuery } from '@/api/customers'
import { formatPhone } from '@/lib/phone'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { Moment } from '@/ui/Moment'
import type { Answer } from './checkIn'
import { Matches } from './Matches'
import { OpenRecord } from './OpenRecord'
import type { Known } from './panel'
import { texts } from './texts'
import { type Counter, matchLimit } from './useCheckIn'
import type { VisitJob } from './visitQueue'

/** What the panel says while nobody is at the counter. */
export function Idle() {
  return (
    <div className="answer-idle">
      <span className="answer-viewfinder" aria-hidden="true" />
      <p className="max-w-80 text-counter text-ink">{texts.idle.detail}</p>
    </div>
  )
}

/** What to do about something that did not work. */
export function ProblemBody({
  problem,
  mayCreate,
  counter,
}: {
  problem: Extract<Answer, { kind: 'problem' }>
  mayCreate: boolean
  counter: Counter
}) {
  const { waiting } = counter.state
  return (
    <div className="grid gap-5">
      <p className="text-counter">{problem.hint}</p>
      {problem.stuck && waiting > 0 && <p className="text-counter">{texts.problem.waiting(waiting)}</p>}
      {problem.stuck && <StuckActs counter={counter} />}
      {problem.sharedPhone && <Choices phone={problem.sharedPhone} counter={counter} />}
      {problem.unknownPhone && mayCreate && (
        <Link
          to="/app/customers/new"
          // Not in the address: a phone has no business in histories and logs.
          state={{ phone: problem.unknownPhone }}
          className={buttonLook({ variant: 'secondary', size: 'counter', wide: true })}
        >
          {texts.problem.create}
        </Link>
      )}
    </div>
  )
}

/** Those who may have a phone, to choose from. */
function Choices({ phone, counter }: { phone: string; counter: Counter }) {
  const { data, isError } = useQuery(customerSearchQuery(phone.replace(/^\+/, ''), matchLimit))
  const { items = [], total = 0 } = data ?? {}
  return (
    <Matches
      matches={{ items, total, loading: !data && !isError, failed: isError }}
      chosen={null}
      onOpen={(customer) => counter.open(customer.id, customer)}
      onAdd={(customer) => counter.addVisit({ customerId: customer.id })}
    />
  )
}

/** Reminds of a visit that got no answer while the panel is about somebody else. */
export function StuckNote({ counter }: { counter: Counter }) {
  return (
    <div className="grid gap-3 rounded-box border-2 border-refused bg-card p-4">
      <p className="text-counter font-semibold text-refused">{texts.problem.stillUnsent}</p>
      <StuckActs counter={counter} />
    </div>
  )
}

function StuckActs({ counter }: { counter: Counter }) {
  const { stuck } = counter.state
  return (
    <div className="grid gap-3">
      {stuck && <WhoseVisit job={stuck} />}
      <div className="answer-acts">
        <Button variant="secondary" size="counter" onClick={counter.discard}>
          {texts.problem.discard}
        </Button>
        <Button size="counter" onClick={counter.retry}>
          {texts.problem.retry}
        </Button>
      </div>
    </div>
  )
}

/** Which visit it is, so far as this device knows without asking. */
function WhoseVisit({ job: { subject, since } }: { job: VisitJob }) {
  const customerId = 'customerId' in subject ? subject.customerId : ''
  const { data } = useQuery({ ...customerQueries.one(customerId), enabled: false })
  const who = 'phone' in subject ? formatPhone(subject.phone) : data?.name
  return (
    <p className="text-counter">
      {who && <strong className="font-semibold">{who}. </strong>}
      {texts.problem.scanned} <Moment at={new Date(since).toISOString()} />
    </p>
  )
}

interface SameDayProps {
  answer: Extract<Answer, { kind: 'sameDay' }>
  mayAuthorise: boolean
  counter: Counter
}

/** Why not, from when, and who may all the same. */
export function SameDayBody({ answer, mayAuthorise, counter }: SameDayProps) {
  const { customerId, hint } = answer
  return (
    <div className="grid gap-4">
      <p className="text-counter">{hint || texts.sameDay.tomorrow}</p>
      {mayAuthorise ? (
        <Button
          variant="secondary"
          size="counter"
          wide
          disabled={customerId === null}
          onClick={() => customerId && counter.addVisit({ customerId }, true)}
        >
          {texts.sameDay.authorise}
        </Button>
      ) : (
        <p className="text-counter font-medium">{texts.sameDay.onlyAdmins}</p>
      )}
    </div>
  )
}

interface FailureProps {
  failure: NonNullable<Known['failure']>
  onRetry: () => void
}

/** Why a card cannot be shown, and what to do. */
export function FailureBody({ failure, onRetry }: FailureProps) {
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

interface FoundActsProps {
  customerId: string
  known: Known
  counter: Counter
}

/** What can be done with a card that was opened by hand. */
export function FoundActs({ customerId, known, counter }: FoundActsProps) {
  return (
    <div className="grid gap-3">
      {known.progress?.visitedToday && <p className="text-counter font-medium">{texts.states.cameToday}</p>}
      <div className="answer-acts">
        <OpenRecord customerId={customerId} />
        <Button size="counter" className="px-1!" onClick={() => counter.addVisit({ customerId })}>
          {texts.actions.add}
        </Button>
      </div>
    </div>
  )
}

/** Where to learn more about whoever has just passed. */
export function PassedActs({ customerId, counter }: Omit<FoundActsProps, 'known'>) {
  return (
    <div className="answer-acts">
      <Button variant="quiet" size="counter" className="px-1!" onClick={() => counter.open(customerId)}>
        {texts.actions.open}
      </Button>
      <OpenRecord customerId={customerId} />
    </div>
  )
}
