/** Days are YYYY-MM-DD without time zone, and sort as text. */

const dayLength = 24 * 60 * 60 * 1000

const spanShort = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const spanLong = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' })
const short = format({ day: 'numeric', month: 'short' })
const dayLong = format({ dateStyle: 'long' })
const dayOfYear = format({ day: 'numeric', month: 'long' })
const weekdayLong = format({ weekday: 'long', day: 'numeric' })
const weekdayFull = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

export function addDays(day: string, days: number): string {
  return new Date(date(day).getTime() + days * dayLength).toISOString().slice(0, 10)
}

/** The same day of a later month, or its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, number = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(number, last))).toISOString().slice(0, 10)
}

/** 1 for Monday, 7 for Sunday. */
export function weekdayOf(day: string): number {
  return date(day).getUTCDay() || 7
}

/** Example: 'viernes 20'. */
export const sayWeekday = (day: string) => weekdayLong(day).replace(',', '')

/** Example: 'viernes, 20 de noviembre de 2026'. */
export const sayFullDay = (day: string) => weekdayFull(day)

export const sayShortSpan = (from: string, to: string) => spanShort.formatRange(date(from), date(to))

/** Example: '16-22 de noviembre de 2026'. */
export const saySpan = (from: string, to: string) => spanLong.formatRange(date(from), date(to))

/**
 * Examples: 'del 16 al 22 de noviembre de 2026', 'del 1 de junio al 30 de agosto de 2026', 'el 16 de noviembre
 * de 2026'.
 */
export function sayFromTo(from: string, to: string): string {
  if (from === to) return `el ${dayLong(from)}`
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  const first = sameMonth ? String(Number(from.slice(8))) : sameYear ? dayOfYear(from) : dayLong(from)
  return `del ${first} al ${dayLong(to)}`
}

/** Example: '16 nov'. */
export const sayShortDay = (day: string) => short(day)

function format(options: Intl.DateTimeFormatOptions) {
  const formatter = new Intl.DateTimeFormat('es', { ...options, timeZone: 'UTC' })
  return (day: string) => formatter.format(date(day))
}

function date(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
