import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useIsDurable } from '@/acts/staff/outbox/OutboxProvider'
import { useSnapshotCustomer } from '@/acts/staff/snapshot/SnapshotProvider'
import { customerQueries } from '@/api/customers'
import { isApiError, isOutcomeUnknown } from '@/api/error'
import { isAdminLevel, mayEnterOpenings } from '@/api/session'
import type { Business, Role } from '@/api/types'
import { lazyPart } from '@/kit/lazyPart'
import { SpinnerIcon } from '@/kit/Spinner'
import { errorText } from '@/lib/errors'
import { AnswerHead } from './AnswerHead'
import {
  CustomerLinks,
  FailureBody,
  FoundActions,
  Idle,
  KeptBody,
  ProblemBody,
  SameDayBody,
} from './answerBodies'
import { CustomerCard } from './CustomerCard'
import { CustomerFacts } from './CustomerFacts'
import { type Answer, type RecentCustomer, shownCustomerId } from './counterState'
import { type CustomerData, headOf } from './panel'
import { texts } from './texts'
import { UndoButton } from './UndoButton'
import type { CounterController } from './useCounter'

/** Lazy, to keep it out of the counter's first load. If it fails to load, no hint is shown. */
const FamilyHint = lazyPart(() => import('./FamilyHint'), 'FamilyHint')

/** Lazy, because few customers claim stamps of a paper card. */
const ClaimHint = lazyPart(() => import('./ClaimHint'), 'ClaimHint')

/** Lazy, because it holds a dialog that few customers need: those who bring a paper card. */
const PaperStamps = lazyPart(() => import('./PaperStamps'), 'PaperStamps')

/** Lazy, because the owner may switch off 'lo de siempre'. */
const UsualRow = lazyPart(() => import('../usual/UsualRow'), 'UsualRow')

/** Lazy, because few businesses switch it on: those where several users share a device. */
const ServedByLine = lazyPart(() => import('./ServedByLine'), 'ServedByLine')

interface AnswerPanelProps {
  counter: CounterController
  business: Business | null
  role: Role
  onReady: () => void
}

export function AnswerPanel({ counter, business, role, onReady }: AnswerPanelProps) {
  const { answer, redemption, serial, keys } = counter.state
  const { data, read } = useCustomerData(answer)
  const shownId = answer.kind === 'kept' || data.failure || data.fromSnapshot ? null : shownCustomerId(answer)
  const recentVisit = answer.kind === 'registered' ? stampedVisit(counter.state.recent, shownId) : undefined
  const mayOpen = mayEnterOpenings(role, business)
  const claimedStamps = data.progress?.claimedStamps ?? 0
  const head = headOf(answer, redemption, data, business?.timezone)
  const paper = shownId && mayOpen && data.progress && claimedStamps === 0 && (
    <Suspense fallback={<div className="-mt-3 min-h-target" />}>
      <PaperStamps key={shownId} id={shownId} name={head.name ?? ''} data={data} onRecorded={onReady} />
    </Suspense>
  )
  return (
    <section className="answer" data-tone={head.tone} aria-busy={keys.length > 0}>
      <AnswerHead
        head={head}
        serial={serial}
        idle={answer.kind === 'idle'}
        undo={<Undo counter={counter} name={head.name ?? ''} />}
      />
      <div className="answer-body">
        {shownId && business?.usualEnabled && (
          <Suspense fallback={<div className="min-h-14" />}>
            <UsualRow
              key={shownId}
              customerId={shownId}
              timeZone={business.timezone}
              large
              onScan={counter.scan}
            />
          </Suspense>
        )}
        {answer.kind === 'idle' && <Idle />}
        {answer.kind === 'problem' && (
          <ProblemBody problem={answer} mayCreate={isAdminLevel(role)} counter={counter} />
        )}
        {answer.kind === 'kept' && <KeptBody key={answer.visit.key} visit={answer.visit} counter={counter} />}
        {answer.kind === 'sameDay' && (
          <SameDayBody
            key={serial}
            answer={answer}
            name={head.name ?? ''}
            mayAuthorize={isAdminLevel(role)}
            counter={counter}
          />
        )}
        {answer.kind === 'found' && data.failure && <FailureBody failure={data.failure} onRetry={read} />}
        {answer.kind === 'found' && (data.customer || data.fromSnapshot) && !data.failure && (
          <FoundActions
            key={answer.customerId}
            data={data}
            counter={counter}
            customerId={answer.customerId}
          />
        )}
        {answer.kind === 'found' && paper}
        {shownId && data.progress && claimedStamps > 0 && (
          <Suspense fallback={<div className="min-h-40" />}>
            <ClaimHint
              key={shownId}
              customerId={shownId}
              progress={data.progress}
              mayAnswer={mayOpen}
              onAnswered={onReady}
            />
          </Suspense>
        )}
        {'customerId' in answer && answer.kind !== 'kept' && !data.failure && !data.fromSnapshot && (
          <CustomerCard answer={answer} data={data} business={business} counter={counter} />
        )}
        {answer.kind !== 'found' && paper}
        {business?.servedByEnabled && recentVisit && (
          <Suspense>
            <ServedByLine
              key={recentVisit.visitId}
              visit={recentVisit}
              counter={counter}
              onChanged={onReady}
            />
          </Suspense>
        )}
        {(answer.kind === 'registered' || answer.kind === 'sameDay') && answer.customerId && (
          <CustomerLinks customerId={answer.customerId} counter={counter} />
        )}
        {isAdminLevel(role) && shownId && (
          <Suspense>
            <FamilyHint customerId={shownId} onDeclined={onReady} />
          </Suspense>
        )}
        {answer.kind === 'found' && data.customer && (
          <CustomerFacts customer={data.customer} timeZone={business?.timezone} />
        )}
      </div>
      <Sending isSending={keys.length > 0} />
    </section>
  )
}

/** Says that a visit is being sent. CSS delays it. */
function Sending({ isSending }: { isSending: boolean }) {
  return (
    <div role="status">
      {isSending && (
        <div className="answer-sending">
          <SpinnerIcon className="size-8" />
          <p className="text-title font-bold">{texts.states.sending}</p>
        </div>
      )}
    </div>
  )
}

function Undo({ counter, name }: { counter: CounterController; name: string }) {
  const { answer, redemption, recent } = counter.state
  const id = shownCustomerId(answer)
  if (id !== null && redemption.state === 'done') {
    const { kind, since } = redemption
    return (
      <UndoButton
        label={texts.redeem.undo(kind)}
        since={since}
        onUndo={() => counter.takeBack({ id, name })}
      />
    )
  }
  const visit = stampedVisit(recent, id)
  const mayUndo = redemption.state === 'none' && (answer.kind === 'registered' || answer.kind === 'found')
  if (!visit || !mayUndo) return null
  return (
    <UndoButton
      key={visit.visitId}
      label={texts.undo.of(visit.name)}
      since={visit.since}
      onUndo={() => counter.undo(visit)}
    />
  )
}

function stampedVisit(recent: readonly RecentCustomer[], id: string | null): RecentCustomer | undefined {
  return recent.find(({ customerId, visitId }) => customerId === id && visitId !== '')
}

function useCustomerData(answer: Answer): { data: CustomerData; read: () => void } {
  const customerId = shownCustomerId(answer)
  const progress = useQuery({
    ...customerQueries.progress(customerId ?? ''),
    enabled: customerId !== null && answer.kind !== 'kept',
  })
  const customer = useQuery({
    ...customerQueries.one(customerId ?? ''),
    enabled: customerId !== null && answer.kind !== 'registered' && answer.kind !== 'kept',
  })
  // Cached data stay after a failed refetch, so only a missing result is an error.
  const error = (!customer.data && customer.error) || (!progress.data && progress.error)
  const snapshotCustomer = useSnapshotCustomer(customerId)
  const isDurable = useIsDurable()
  const fromSnapshot =
    answer.kind === 'found' && isApiError(error) && isOutcomeUnknown(error) ? snapshotCustomer : null
  return {
    data: {
      isDurable,
      fromSnapshot,
      customer: (customerId && customer.data) || null,
      progress: (customerId && progress.data) || null,
      failure: customerId && error && !fromSnapshot ? failureOf(error) : null,
    },
    read: () => {
      void customer.refetch()
      void progress.refetch()
    },
  }
}

function failureOf(error: unknown) {
  const notFound = isApiError(error) && error.status === 404
  return { notFound, reason: notFound ? texts.problem.notFoundHints.card : errorText(error) }
}
