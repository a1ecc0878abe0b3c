import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { controlPanelQueries } from '@/api/controlPanel'
import type { LastBackup, Overview } from '@/api/types'
import { cx } from '@/kit/cx'
import { Moment } from '@/kit/Moment'
import { Skeleton } from '@/kit/Skeleton'
import { sayNumber } from '@/lib/numbers'
import { isFault, useFaultCount } from './faults'
import { places } from './places'
import { texts } from './texts'

const words = texts.health

/** Each figure links to where the operator acts on it. */
export function HealthStrip() {
  const overview = useQuery(controlPanelQueries.overview())
  const backup = useQuery(controlPanelQueries.lastBackup())
  const faults = useFaultCount()
  return (
    <ul aria-label={words.title} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <Figure name={words.businesses} to={`#${places.businesses}`} {...figureOf(overview, businesses)} />
      <Figure name={words.active} to={`#${places.businesses}`} {...figureOf(overview, active)} />
      <Figure name={words.waiting} to="messages" {...figureOf(overview, waiting)} />
      <Figure name={words.backup} to={`#${places.installation}`} {...figureOf(backup, lastBackup)} />
      <Figure
        name={words.faults}
        className="max-sm:col-span-2"
        to={faults.count ? `#${places.faults}` : null}
        value={faults.count === null ? null : sayNumber(faults.count)}
        note={noteOf(faults)}
        isFault={Boolean(faults.count)}
      />
    </ul>
  )
}

function noteOf({ count, isPartial }: ReturnType<typeof useFaultCount>): string {
  if (count === null) return ''
  if (isPartial) return words.partial
  return count > 0 ? words.seeFaults : words.noFaults
}

interface FigureParts {
  value: ReactNode
  note: string
  isFault?: boolean
}

const businesses = ({ businesses }: Overview): FigureParts => ({
  value: sayNumber(businesses),
  note: words.seeList,
})

function active({ businesses, activeBusinesses }: Overview): FigureParts {
  const suspendedCount = businesses - activeBusinesses
  return {
    value: sayNumber(activeBusinesses),
    note: suspendedCount > 0 ? words.suspended(suspendedCount) : words.noneSuspended,
  }
}

function waiting(overview: Overview): FigureParts {
  const { waitingMessages, blockedMessages } = overview
  return {
    value: sayNumber(waitingMessages),
    note: blockedMessages
      ? words.blocked(blockedMessages)
      : waitingMessages
        ? words.waitingOn
        : words.noneWaiting,
    isFault: isFault.blocked(overview),
  }
}

function lastBackup(last: LastBackup): FigureParts {
  const hasFault = isFault.backup(last)
  return {
    value: last.at ? <Moment at={last.at} /> : words.noBackup,
    note: hasFault ? words.backupFault : last.nightly ? words.backupMade : words.unplanned,
    isFault: hasFault,
  }
}

/** A figure's content, also while its query has no data. */
function figureOf<Data>(
  { data, isError }: UseQueryResult<Data>,
  parts: (data: Data) => FigureParts,
): FigureParts {
  if (data) return parts(data)
  return { value: isError ? words.unknown : null, note: isError ? words.failed : '' }
}

interface FigureProps extends FigureParts {
  name: string
  /** The place where the operator acts on the figure; null if there is nothing to do. */
  to: `#${string}` | 'messages' | null
  className?: string
}

function Figure({ name, value, note, isFault = false, to, className }: FigureProps) {
  const look = cx(
    'grid h-full content-start gap-1 rounded-box border p-4 text-left',
    isFault ? 'border-caution/45 bg-caution-wash' : 'border-rule bg-card',
    to && 'hover:border-ink',
  )
  const parts = (
    <>
      <span className={cx('font-semibold', !isFault && 'text-ink-soft')}>{name}</span>{' '}
      <span className="font-sign text-title leading-tight font-extrabold">
        {value ?? <Skeleton className="h-7 w-16" />}
      </span>{' '}
      <span className={cx('min-h-5 text-small', isFault ? 'font-semibold text-caution' : 'text-ink-soft')}>
        {note}
      </span>
    </>
  )
  return (
    <li className={className}>
      {to === null ? (
        <div className={look}>{parts}</div>
      ) : to !== 'messages' ? (
        <a href={to} className={look}>
          {parts}
        </a>
      ) : (
        <Link to="/cpanel/mensajes" search={{ status: 'QUEUED' }} className={look}>
          {parts}
        </Link>
      )}
    </li>
  )
}
