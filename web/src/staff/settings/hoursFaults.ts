import type { Opening } from '@/api/types'
import { weekdayName, weekdays } from '@/lib/openingHours'
import { texts } from './texts'

const words = texts.premises.faults

export interface HoursFault {
  weekday: number
  /** Index among the spans of the day. */
  at: number
  parts: readonly ('from' | 'to')[]
  message: string
}

/** Finds the spans that the server would refuse, in the order of days; at most one fault per span. */
export function findHoursFaults(openings: readonly Opening[]): HoursFault[] {
  return weekdays.flatMap((weekday) => {
    const spans = openings
      .filter((opening) => opening.weekday === weekday)
      .map(({ from, to }, at) => ({ from, to, at }))
      .sort((a, b) => a.from.localeCompare(b.from))
    return spans.flatMap((span, i) => {
      const fault = faultOf(span, spans[i - 1]?.to, weekdayName(weekday))
      return fault ? [{ weekday, at: span.at, ...fault }] : []
    })
  })
}

type Span = Pick<Opening, 'from' | 'to'>

function faultOf(span: Span, closedBefore: string | undefined, day: string) {
  const { from, to } = span
  const missing = (['from', 'to'] as const).filter((part) => !span[part])
  if (missing.length > 0) return { parts: missing, message: words.missing(day) }
  if (to <= from) return { parts: ['to'] as const, message: words.order(day) }
  if (closedBefore && from < closedBefore) return { parts: ['from'] as const, message: words.overlap(day) }
  return null
}

/**
 * Assigns the error of the form or the server to spans. An error that the form does not find goes to the day that it
 * names, or to the first open day.
 */
export function placeHoursError(openings: readonly Opening[], error: string | undefined): HoursFault[] {
  if (!error) return []
  const faults = findHoursFaults(openings)
  if (faults.some(({ message }) => message === error)) return faults
  const open = openings.map(({ weekday }) => weekday).sort()
  const weekday = open.find((day) => error.includes(weekdayName(day))) ?? open[0]
  return weekday === undefined ? faults : [{ weekday, at: 0, parts: ['from'], message: error }]
}
