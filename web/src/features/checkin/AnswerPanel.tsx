import { useQuery } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { isApiError } from '@/api/error'
import { isAdminLevel } from '@/api/session'
import type { Business, Role } from '@/api/types'
import { errorText } from '@/lib/errors'
import { AnswerHead } from './AnswerHead'
import { FailureBody, FoundActs, Idle, PassedActs, ProblemBody, SameDayBody, StuckNote } from './answerBodies'
import { CustomerCard } from './CustomerCard'
import { CustomerFacts } from './CustomerFacts'
import { type Answer, customerIn } from './checkIn'
import { headOf, type Known } from './panel'
import { Sending } from './Sending'
import { texts } from './texts'
import { UndoVisit } from './UndoVisit'
import type { Counter } from './useCheckIn'

interface AnswerPanelProps {
  counter: Counter
  business: Business | null
  role: Role
}

/** The whole panel answers: its colour, its sign and its words. */
export function AnswerPanel({ counter, business, role }: AnswerPanelProps) {
  const { answer, redemption, serial, sending, stuck } = counter.state
  const mayUndo = redemption.state === 'none' && (answer.kind === 'registered' || answer.kind === 'found')
  const passed = counter.state.passed.find(({ customerId }) => customerId === customerIn(answer))
  const { known, read } = useKnown(answer)
  const head = headOf(answer, redemption, known)
  const isStuckShown = answer.kind === 'problem' && answer.stuck
  return (
    <section className="answer" data-tone={head.tone} aria-busy={sending > 0}>
      <AnswerHead
        head={head}
        serial={serial}
        idle={answer.kind === 'idle'}
        undo={mayUndo && passed && <UndoVisit key={passed.visitId} passed={passed} counter={counter} />}
      />
      <div className="answer-body">
        {stuck !== null && !isStuckShown && <StuckNote counter={counter} />}
        {answer.kind === 'idle' && <Idle />}
        {answer.kind === 'problem' && (
          <ProblemBody problem={answer} mayCreate={isAdminLevel(role)} counter={counter} />
        )}
        {answer.kind === 'sameDay' && (
          <SameDayBody answer={answer} mayAuthorise={isAdminLevel(role)} counter={counter} />
        )}
        {answer.kind === 'found' && known.failure && <FailureBody failure={known.failure} onRetry={read} />}
        {answer.kind === 'found' && known.customer && !known.failure && (
          <FoundActs known={known} counter={counter} customerId={answer.customerId} />
        )}
        {'customerId' in answer && !known.failure && (
          <CustomerCard answer={answer} known={known} business={business} counter={counter} />
        )}
        {(answer.kind === 'registered' || answer.kind === 'sameDay') && answer.customerId && (
          <PassedActs customerId={answer.customerId} counter={counter} />
        )}
        {answer.kind === 'found' && known.customer && (
          <CustomerFacts customer={known.customer} timeZone={business?.timezone} />
        )}
      </div>
      <Sending attempt={sending} />
    </section>
  )
}

/** What the cache knows of the customer the panel is about, and fetches if it does not. */
function useKnown(answer: Answer): { known: Known; read: () => void } {
  const customerId = customerIn(answer)
  const progress = useQuery({
    ...customerQueries.progress(customerId ?? ''),
    enabled: customerId !== null,
  })
  const customer = useQuery({
    ...customerQueries.one(customerId ?? ''),
    enabled: customerId !== null && answer.kind !== 'registered',
  })
  const error = customer.error ?? progress.error
  return {
    known: {
      customer: (customerId && customer.data) || null,
      progress: (customerId && progress.data) || null,
      failure: customerId && error ? failureOf(error) : null,
    },
    read: () => {
      void customer.refetch()
      void progress.refetch()
    },
  }
}

function failureOf(error: unknown) {
  const notFound = isApiError(error) && error.status === 404
  return { notFound, reason: notFound ? texts.problem.notFoundHint : errorText(error) }
}
