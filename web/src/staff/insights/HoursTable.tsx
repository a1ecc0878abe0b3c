import type { HourChange, OpenDays } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { weekdays } from '@/lib/openingHours'
import { texts } from './texts'

const words = texts.hours

const shades = 3

interface HoursTableProps {
  hours: readonly HourChange[]
  weekdays: readonly OpenDays[]
  /** The weekdays whose hours are compared with the earlier period. */
  comparedWeekdays: ReadonlySet<number>
}

/**
 * One cell per hour of a weekday, with the visits and the difference. More visits are shaded, fewer are
 * hatched, and both have a sign.
 */
export function HoursTable({ hours, weekdays: open, comparedWeekdays }: HoursTableProps) {
  const at = new Map(hours.map((hour) => [keyOf(hour.weekday, hour.hour), hour]))
  const isCompared = comparedWeekdays.size > 0
  const shadedOf = ({ weekday, visits, before }: HourChange) =>
    comparedWeekdays.has(weekday) ? Math.abs(visits - before) : isCompared ? 0 : visits
  const greatest = Math.max(1, ...hours.map(shadedOf))
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{isCompared ? words.definition : words.definitionAlone}</p>
      <table className="heat-table" data-hours>
        <caption className="sr-only">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words.hour}</span>
            </th>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                <span aria-hidden="true">{words.initials[weekday - 1]}</span>
                <span className="sr-only">{words.weekdays[weekday - 1]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.days}</th>
            {weekdays.map((weekday) => (
              <td key={weekday} data-plain>
                <OpenCount days={open.find((days) => days.weekday === weekday)?.open ?? 0} />
              </td>
            ))}
          </tr>
          {openHours(hours).map((hour) => (
            <tr key={hour}>
              <th scope="row">{words.at(hour)}</th>
              {weekdays.map((weekday) => {
                const cell = at.get(keyOf(weekday, hour))
                return (
                  <Hour
                    key={weekday}
                    visits={cell?.visits ?? 0}
                    change={comparedWeekdays.has(weekday) ? (cell ? cell.visits - cell.before : 0) : null}
                    isShaded={!isCompared || comparedWeekdays.has(weekday)}
                    greatest={greatest}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OpenCount({ days }: { days: number }) {
  return (
    <>
      <span aria-hidden="true" translate="no">
        {sayNumber(days)}
      </span>
      <span className="sr-only">{words.openDays(days)}</span>
    </>
  )
}

interface HourProps {
  visits: number
  /** Null without a comparison. */
  change: number | null
  /** False if only other weekdays are compared: a shade then means a change. */
  isShaded: boolean
  greatest: number
}

function Hour({ visits, change, isShaded, greatest }: HourProps) {
  const isEmpty = visits === 0 && !change
  const shadedValue = isShaded ? (change ?? visits) : 0
  return (
    <td
      data-shade={shadedValue > 0 ? Math.ceil((shadedValue / greatest) * shades) : undefined}
      data-less={shadedValue < 0 || undefined}
    >
      {!isEmpty && (
        <span aria-hidden="true" translate="no">
          {sayNumber(visits)}
          {change !== null && <small>{words.signed(change)}</small>}
        </span>
      )}
      <span className="sr-only">{words.said(visits, change)}</span>
    </td>
  )
}

const keyOf = (weekday: number, hour: number) => weekday * 24 + hour

/** The hours from the first to the last with visits. */
function openHours(hours: readonly HourChange[]): number[] {
  const all = hours.map(({ hour }) => hour)
  const first = Math.min(...all)
  return Array.from({ length: Math.max(...all) - first + 1 }, (_, index) => first + index)
}
