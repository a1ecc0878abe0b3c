import { ChevronRight } from 'lucide-react'
import { serverNow } from '@/api/serverClock'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { Moment } from '@/kit/Moment'
import { useArmed } from '@/kit/useArmed'
import { localDay } from '@/lib/dates'
import { formatPhone } from '@/lib/phone'
import { OpenRecord } from './OpenRecord'
import { sayStamps } from './SnapshotSummary'
import { texts } from './texts'
import type { Match } from './useMatches'

interface MatchesProps {
  matches: {
    items: readonly Match[]
    total: number
    loading: boolean
    failed: boolean
    current: boolean
  }
  active: Match | null
  onOpen: (customer: Match) => void
  onAdd: (customer: Match) => void
}

/** Milliseconds for which a changed list ignores presses: a row may have appeared under the finger. */
const swapDelay = 300

/** Matches for the typed text. A tap opens a card. Enter opens that of the chosen row. */
export function Matches({ matches, active, onOpen, onAdd }: MatchesProps) {
  const { items } = matches
  const timeZone = useTimeZone()
  const isArmed = useArmed(items.map(({ id }) => id).join(), swapDelay)
  // Rows of an earlier text stay visible to avoid jumps, but ignore presses.
  const isLive = matches.current && isArmed
  const live = (act: () => void) => () => isLive && act()
  return (
    <div className="matches" data-matches={items.length > 0 || undefined}>
      <p role="status" className="text-small text-ink-soft">
        {summaryOf(matches)}
        {active && <span className="sr-only"> {texts.matches.chosen(active.name)}</span>}
      </p>
      {items.length > 0 && (
        <ul aria-label={texts.matches.label} data-stale={matches.current ? undefined : ''}>
          {items.map((customer) => (
            <MatchRow
              key={customer.id}
              customer={customer}
              timeZone={timeZone}
              chosen={customer === active}
              isLive={isLive}
              onOpen={live(() => onOpen(customer))}
              onAdd={live(() => onAdd(customer))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function summaryOf({ items, total, loading, failed }: MatchesProps['matches']): string {
  if (failed) return texts.matches.failed
  if (loading) return texts.matches.searching
  return total === 0 ? texts.matches.none : texts.matches.count(items.length, total)
}

interface MatchRowProps {
  customer: Match
  timeZone: string | undefined
  chosen: boolean
  /** False while presses are ignored. */
  isLive: boolean
  onOpen: () => void
  onAdd: () => void
}

function MatchRow({ customer, timeZone, chosen, isLive, onOpen, onAdd }: MatchRowProps) {
  const { id, name, phone, guardianId, lastVisitAt, snapshot } = customer
  const cameToday = isToday(lastVisitAt, timeZone)
  return (
    <li className="match" data-chosen={chosen || undefined}>
      <div className="match-who">
        <button
          type="button"
          aria-label={texts.matches.openOf(name)}
          aria-disabled={!isLive || undefined}
          onClick={onOpen}
          className="match-name"
        >
          <span translate="no" className="min-w-0">
            {name}
          </span>
          <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
        </button>
        <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
          {phone && <span translate="no">{formatPhone(phone)}</span>}
          {guardianId && <span>{texts.matches.child}</span>}
          <span>
            {snapshot ? (
              sayStamps(snapshot)
            ) : lastVisitAt ? (
              <>
                {texts.matches.lastVisit} <Moment at={lastVisitAt} {...(timeZone && { timeZone })} />
              </>
            ) : (
              texts.matches.neverCame
            )}
          </span>
        </p>
      </div>
      <div className="match-acts">
        {!snapshot && <OpenRecord customerId={id} name={name} size="regular" />}
        {cameToday ? (
          <p className="self-center text-center font-medium">{texts.matches.cameToday}</p>
        ) : (
          <Button
            className="min-h-counter! px-1!"
            aria-label={texts.matches.addOf(name)}
            aria-disabled={!isLive || undefined}
            onClick={onAdd}
          >
            {texts.matches.add}
          </Button>
        )}
      </div>
    </li>
  )
}

/** True if `at` is today in the business's time zone. A second visit on that day would be refused. */
function isToday(at: string | null, timeZone: string | undefined): boolean {
  return at !== null && localDay(new Date(at), timeZone) === localDay(new Date(serverNow()), timeZone)
}
