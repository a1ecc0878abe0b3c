import '../customers.css'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Trash2, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { recordQueries } from '@/api/records'
import type { Visit } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { IconButton } from '@/kit/IconButton'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { SelectField } from '@/kit/SelectField'
import { StaleNote } from '@/kit/StaleNote'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { withNames } from '@/kit/withNames'
import { sayClock, sayExactly, sayMoment, sayMonth, sayNearDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { texts as shared } from '../texts'
import { DeleteVisitDialog } from './DeleteVisitDialog'
import { historyOf, monthsOf } from './history'
import { ServedByDialog } from './ServedByDialog'
import { texts } from './texts'

const { columns } = texts.history

interface VisitHistoryProps {
  customerId: string
  timeZone: string | undefined
  mayDelete: boolean
  mayChangeServedBy: boolean
}

export function VisitHistory({ customerId, timeZone, mayDelete, mayChangeServedBy }: VisitHistoryProps) {
  const visits = useQuery(recordQueries.visits(customerId))
  const { data, error, refetch } = visits
  const [month, setMonth] = useState('')
  const [all, setAll] = useState(false)
  const [deleting, setDeleting] = useState<Visit | null>(null)
  const [correcting, setCorrecting] = useState<Visit | null>(null)
  const months = monthsOf(data?.items ?? [])
  const chosenMonth = months.includes(month) ? month : ''
  const { shownVisits, total } = historyOf(data?.items ?? [], chosenMonth, all)
  const choices = [
    { value: '', label: texts.history.all },
    ...months.map((value) => ({ value, label: sayMonth(value) })),
  ]

  if (error && !data) {
    return (
      <Panel title={texts.history.title}>
        <LoadFailed title={texts.history.failed} onRetry={refetch}>
          {errorText(error)}
        </LoadFailed>
      </Panel>
    )
  }
  if (data?.items.length === 0) {
    return (
      <Panel title={texts.history.title}>
        <EmptyState icon={<CalendarClock aria-hidden="true" />} title={texts.history.empty}>
          {texts.history.emptyDetail}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel title={texts.history.title}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label={texts.history.month}
          options={choices}
          value={chosenMonth}
          onChange={(event) => setMonth(event.target.value)}
          disabled={!data}
          className="w-56"
        />
        <p role="status" className="text-ink-soft tabular-nums">
          {data && texts.history.shown(shownVisits.length, total)}
        </p>
      </div>
      <div className="visit-rows">
        <Table
          caption={texts.history.title}
          busy={!data}
          head={
            <>
              <HeadCell>{columns.date}</HeadCell>
              <HeadCell>{columns.time}</HeadCell>
              <HeadCell>{columns.notes}</HeadCell>
              {mayDelete && (
                <HeadCell>
                  <span className="sr-only">{columns.actions}</span>
                </HeadCell>
              )}
            </>
          }
        >
          {data ? (
            shownVisits.map((visit) => (
              <VisitRow
                key={visit.id}
                visit={visit}
                timeZone={timeZone}
                {...(mayDelete && { onDelete: setDeleting })}
                {...(mayChangeServedBy && { onChangeServedBy: setCorrecting })}
              />
            ))
          ) : (
            <SkeletonRows columns={mayDelete ? 4 : 3} rows={5} />
          )}
        </Table>
      </div>
      {total > shownVisits.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          {texts.history.rest(total - shownVisits.length)}
        </Button>
      )}
      <StaleNote read={visits} />
      <DeleteVisitDialog visit={deleting} timeZone={timeZone} onClose={() => setDeleting(null)} />
      {correcting && (
        <ServedByDialog visit={correcting} timeZone={timeZone} onClose={() => setCorrecting(null)} />
      )}
    </Panel>
  )
}

interface VisitRowProps {
  visit: Visit
  timeZone: string | undefined
  /** Undefined if the user may not delete. */
  onDelete?: (visit: Visit) => void
  /** Undefined if the user may not correct who served, or the counter does not ask. */
  onChangeServedBy?: (visit: Visit) => void
}

function VisitRow({ visit, timeZone, onDelete, onChangeServedBy }: VisitRowProps) {
  const { visitedAt, notes, authorizedBy } = visit
  const origin = texts.history.origin(visit)
  const day = sayNearDay(visitedAt, { timeZone })
  // The hour is unknown: the server stores noon.
  const time = visit.pastDay ? '' : sayClock(visitedAt, timeZone)
  return (
    <Row>
      <Cell className="sm:whitespace-nowrap">
        <time dateTime={visitedAt} title={sayExactly(visitedAt, timeZone)} className="first-letter:uppercase">
          {day}
        </time>
      </Cell>
      <Cell label={columns.time} className="tabular-nums">
        {time || shared.absent}
      </Cell>
      <Cell label={columns.notes} data-empty={notes || authorizedBy || origin ? undefined : ''}>
        <div className="min-w-0">
          <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
            {notes}
            {authorizedBy && (
              <Badge tone="caution" named>
                {withNames(texts.history.authorized(authorizedBy), authorizedBy)}
              </Badge>
            )}
            {!notes && !authorizedBy && !origin && shared.absent}
          </span>
          <Origin origin={origin} visit={visit} timeZone={timeZone} />
        </div>
      </Cell>
      {onDelete && (
        <Cell className="text-right whitespace-nowrap">
          {onChangeServedBy && (
            <IconButton
              label={texts.history.servedByOf(day, time)}
              icon={<UserRoundPen aria-hidden="true" className="size-5" />}
              onClick={() => onChangeServedBy(visit)}
            />
          )}
          <IconButton
            label={texts.history.removeOf(day, time)}
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={() => onDelete(visit)}
          />
        </Cell>
      )}
    </Row>
  )
}

interface OriginProps {
  origin: string | null
  visit: Visit
  timeZone: string | undefined
}

/** Names the user and the device, and says when a late visit arrived or was entered. */
function Origin({ origin, visit: { receivedAt, clockSkewMs, pastDay }, timeZone }: OriginProps) {
  if (!origin && !receivedAt) return null
  const sayReceived = pastDay ? texts.history.entered : texts.history.late
  return (
    <span className="block text-small text-ink-soft [overflow-wrap:anywhere]">
      {origin}
      {receivedAt && (
        <span className="block">
          {sayReceived(sayMoment(receivedAt, { timeZone }))}
          {clockSkewMs ? ` ${texts.history.clockOff}` : ''}
        </span>
      )}
    </span>
  )
}
