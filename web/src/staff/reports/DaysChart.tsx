import type { DayCount } from '@/api/types'
import { addDays, sayFullDay, sayShortDay, weekdayOf } from '@/lib/days'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.charts.days
const { initials } = texts.charts.hours

interface DaysChartProps {
  days: readonly DayCount[]
  chosenDay: string | undefined
}

/** Customers on their first visit are the upper part of a bar. */
export function DaysChart({ days, chosenDay }: DaysChartProps) {
  const most = Math.max(...days.map(({ visits }) => visits), 0)
  return (
    <div className="grid gap-4">
      <p>{summarize(days, most)}</p>
      {most > 0 && (
        <>
          <div aria-hidden="true" className="day-bars" data-many={days.length > 7 || undefined}>
            {days.map((day) => (
              <Bar
                key={day.day}
                count={day}
                most={most}
                chosen={day.day === chosenDay}
                few={days.length <= 7}
              />
            ))}
          </div>
          <p aria-hidden="true" className="chart-legend">
            <span data-kind="others">{words.others}</span>
            <span data-kind="first">{words.first}</span>
          </p>
          <details className="chart-table">
            <summary>{texts.charts.asTable}</summary>
            <DaysTable days={days} />
          </details>
        </>
      )}
    </div>
  )
}

function summarize(days: readonly DayCount[], most: number): string {
  const [best, second] = days.filter(({ visits }) => visits === most)
  if (!best || most === 0) return words.none
  return second ? words.even(most) : words.answer(best.day, most)
}

interface BarProps {
  count: DayCount
  most: number
  chosen: boolean
  few: boolean
}

function Bar({ count: { day, visits, newCustomers }, most, chosen, few }: BarProps) {
  const height = (part: number) => ({ height: `${(part / most) * 100}%` })
  return (
    <span className="day-bar" data-chosen={chosen || undefined} title={`${sayFullDay(day)}: ${visits}`}>
      {few && <span className="day-bar-count">{visits > 0 ? sayNumber(visits) : ''}</span>}
      <span className="day-bar-room">
        <span data-kind="first" style={height(newCustomers)} />
        <span data-kind="others" style={height(visits - newCustomers)} />
      </span>
      <span className="day-bar-name">{few ? initials[weekdayOf(day) - 1] : numberOn(day)}</span>
    </span>
  )
}

/** The number below a day. In a month, only Mondays have room for one. */
function numberOn(day: string): string {
  return weekdayOf(day) === 1 && addDays(day, 1).slice(0, 7) === day.slice(0, 7)
    ? String(Number(day.slice(8)))
    : ''
}

function DaysTable({ days }: { days: readonly DayCount[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="services-table">
        <caption className="sr-only">{words.question}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.total}</th>
            <th scope="col">{words.first}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, visits, newCustomers }) => (
            <tr key={day}>
              <th scope="row">
                {initials[weekdayOf(day) - 1]} {sayShortDay(day)}
              </th>
              <td translate="no">{sayNumber(visits)}</td>
              <td translate="no">{sayNumber(newCustomers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
