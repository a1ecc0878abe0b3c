import { useQuery } from '@tanstack/react-query'
import { useAction } from '@/acts/shared/useAction'
import { useAskRemoval } from '@/acts/staff/removalRequests'
import { removalQueries } from '@/api/removalRequests'
import { isAdminLevel } from '@/api/session'
import type { CounterVisit, Role } from '@/api/types'
import { Button } from '@/kit/Button'
import { Moment } from '@/kit/Moment'
import { Verbatim } from '@/kit/Verbatim'
import { OpenRecord } from './OpenRecord'
import { ownVisitTexts as words } from './ownVisitTexts'
import { texts } from './texts'
import type { CounterController } from './useCounter'

interface OwnVisitsProps {
  counter: CounterController
  role: Role
  timeZone: string | undefined
}

/** The user's own visits. Undo works for ten minutes; afterwards a barber sends a removal request. */
export function OwnVisits({ counter, role, timeZone }: OwnVisitsProps) {
  const { data, isError } = useQuery(removalQueries.own())
  if (!data) return isError ? <p role="status">{texts.ownFailed}</p> : null
  if (data.length === 0) return <p>{words.none}</p>
  return (
    <ul aria-label={texts.own} className="divide-y divide-rule border-y border-rule">
      {data.map((visit) => (
        <li key={visit.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
          <p className="min-w-0 flex-[1_1_8rem] [overflow-wrap:anywhere]">
            <Verbatim>{visit.customerName}</Verbatim>{' '}
            <span className="text-small text-ink-soft">
              <Moment at={visit.visitedAt} {...(timeZone && { timeZone })} />
            </span>
          </p>
          <VisitAction visit={visit} counter={counter} role={role} />
        </li>
      ))}
    </ul>
  )
}

function VisitAction({
  visit,
  counter,
  role,
}: {
  visit: CounterVisit
  counter: CounterController
  role: Role
}) {
  const { id: visitId, customerId, customerName: name, mayUndo, removal } = visit
  const undo = useAction(() => counter.undo({ customerId, name, visitId }))
  const ask = useAskRemoval()
  if (mayUndo) {
    return (
      <Button
        variant="secondary"
        arms={visitId}
        aria-label={words.undoOf(name)}
        busy={undo.isPending}
        onClick={() => undo.start()}
      >
        {words.undo}
      </Button>
    )
  }
  if (isAdminLevel(role)) return <OpenRecord customerId={customerId} name={name} size="regular" />
  if (removal === 'WAITING') return <p className="font-medium">{words.waiting}</p>
  if (removal === 'REFUSED') return <p className="text-small text-ink-soft">{words.refused}</p>
  return (
    <Button
      variant="secondary"
      arms={visitId}
      aria-label={words.askOf(name)}
      busy={ask.isPending}
      onClick={() => ask.mutate(visitId)}
    >
      {words.ask}
    </Button>
  )
}
