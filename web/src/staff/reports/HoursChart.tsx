import type { HourCount } from '@/api/types'
import { findBusiestHour } from '@/lib/busiestHour'
import { sayNumber } from '@/lib/numbers'
import { weekdays } from '@/lib/openingHours'
import { texts } from './texts'

const words = texts.charts.hours

const shades = 5

/** Darker cells have more visits. Each cell shows its number, so no second table is needed. */
export function HoursChart({ hours }: { hours: readonly HourCount[] }) {
  const { busiest, isTie } = findBusiestHour(hours)
  const visitsAt = new Map(hours.map(({ weekday, hour, visits }) => [keyOf(weekday, hour), visits]))
  return (
    <div className="grid gap-4">
      <p>{isTie ? words.even(busiest.visits) : words.answer(busiest.weekday, busiest.hour)}</p>
      <table className="hours-table">
        <caption className="sr-only">{words.question}</caption>
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
          {openHours(hours).map((hour) => (
            <tr key={hour}>
              <th scope="row">{words.at(hour)}</th>
              {weekdays.map((weekday) => (
                <Square
                  key={weekday}
                  visits={visitsAt.get(keyOf(weekday, hour)) ?? 0}
                  most={busiest.visits}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Square({ visits, most }: { visits: number; most: number }) {
  return (
    <td data-shade={Math.ceil((visits / most) * shades)}>
      <span translate="no" className={visits === 0 ? 'sr-only' : undefined}>
        {sayNumber(visits)}
      </span>
    </td>
  )
}

const keyOf = (weekday: number, hour: number) => weekday * 24 + hour

/** The hours from the first to the last with visits. */
function openHours(hours: readonly HourCount[]): number[] {
  const all = hours.map(({ hour }) => hour)
  const first = Math.min(...all)
  return Array.from({ length: Math.max(...all) - first + 1 }, (_, index) => first + index)
}
