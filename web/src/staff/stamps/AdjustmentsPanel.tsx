import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adjustmentsQuery } from '@/api/adjustments'
import { isUnsupported } from '@/api/firstSupported'
import { serverNow } from '@/api/serverClock'
import type { Adjustment } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Moment } from '@/kit/Moment'
import { Panel } from '@/kit/Panel'
import { StaleNote } from '@/kit/StaleNote'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'
import { UndoOpeningDialog } from './UndoOpeningDialog'

const words = texts.adjustments

/** Milliseconds. The server has the same limit. */
const undoPeriod = 30 * 24 * 60 * 60_000

interface AdjustmentsPanelProps {
  customerId: string
  timeZone: string | undefined
  mayUndo: boolean
}

/** Lists adjustments of stamps; hidden without any. */
export function AdjustmentsPanel({ customerId, timeZone, mayUndo }: AdjustmentsPanelProps) {
  const adjustments = useQuery(adjustmentsQuery(customerId))
  const { data, error, refetch } = adjustments
  const [undoing, setUndoing] = useState<Adjustment | null>(null)
  if (!data && (!error || isUnsupported(error))) return null
  if (data?.items.length === 0) return null
  return (
    <Panel title={words.title}>
      {!data && (
        <LoadFailed title={words.failed} onRetry={refetch}>
          {errorText(error)}
        </LoadFailed>
      )}
      {data && (
        <ul className="divide-y divide-rule border-y border-rule">
          {data.items.map((adjustment) => (
            <AdjustmentRow
              key={adjustment.id}
              adjustment={adjustment}
              timeZone={timeZone}
              {...(mayUndo && isUndoable(adjustment) && { onUndo: setUndoing })}
            />
          ))}
        </ul>
      )}
      <StaleNote read={adjustments} />
      <UndoOpeningDialog customerId={customerId} opening={undoing} onClose={() => setUndoing(null)} />
    </Panel>
  )
}

function isUndoable({ kind, undoneAt, createdAt }: Adjustment): boolean {
  return kind === 'OPENING' && undoneAt === null && serverNow() - Date.parse(createdAt) <= undoPeriod
}

interface AdjustmentRowProps {
  adjustment: Adjustment
  timeZone: string | undefined
  /** Undefined if the user cannot undo the adjustment. */
  onUndo?: (adjustment: Adjustment) => void
}

function AdjustmentRow({ adjustment, timeZone, onUndo }: AdjustmentRowProps) {
  const { kind, stamps, reason, note, createdAt, createdBy, undoneAt } = adjustment
  const clock = timeZone ? { timeZone } : {}
  const detail = [reason, note].filter(Boolean).join('. ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-semibold">{words.what(kind, stamps)}</p>
        {detail && <p>{detail}</p>}
        <p className="text-small text-ink-soft">
          {withNames(words.by(createdBy), createdBy)} <Moment at={createdAt} {...clock} />
        </p>
        {undoneAt && (
          <p className="text-small text-ink-soft">
            {words.undoneAt} <Moment at={undoneAt} {...clock} />
          </p>
        )}
      </div>
      {undoneAt && <Badge>{words.undone}</Badge>}
      {onUndo && (
        <Button variant="secondary" aria-label={words.undoOf(stamps)} onClick={() => onUndo(adjustment)}>
          {words.undo}
        </Button>
      )}
    </li>
  )
}
