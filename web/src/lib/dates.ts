const dayLength = 24 * 60 * 60 * 1000

const noMoment = '—'

const relative = new Intl.RelativeTimeFormat('es', { numeric: 'always' })

/** By default, the device's time zone and the current time. */
export interface Clock {
  timeZone?: string | undefined
  now?: Date
}

/** Examples: 'hoy, 10:42', 'ayer, 18:05', 'hace 3 semanas'. */
export function sayMoment(instant: string, { timeZone, now = new Date() }: Clock = {}): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return noMoment
  const days = daysBetween(date, now, timeZone)
  const near = { '-1': 'mañana', '0': 'hoy', '1': 'ayer' }[String(days)]
  if (near) return `${near}, ${sayTime(date, timeZone)}`
  if (days < 0) return sayDay(localDay(date, timeZone))
  if (days < 7) return relative.format(-days, 'day')
  // From day 61 there are two months or more. 'Hace 1 mes' would be the same for 31 and 60 days.
  if (days < 61) return relative.format(-Math.floor(days / 7), 'week')
  if (days < 365) return relative.format(-Math.floor(days / 30.44), 'month')
  return relative.format(-Math.floor(days / 365.25) || -1, 'year')
}

/** Examples: 'hoy', 'ayer', 'mar, 3 nov 2026'. */
export function sayNearDay(instant: string, { timeZone, now = new Date() }: Clock = {}): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return noMoment
  const days = daysBetween(date, now, timeZone)
  if (days === 0) return 'hoy'
  if (days === 1) return 'ayer'
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat('es', { ...parts, timeZone }).format(date)
}

export function sayClock(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? noMoment : sayTime(date, timeZone)
}

/** Example: 2026-11 is 'noviembre de 2026'. */
export function sayMonth(month: string): string {
  return new Intl.DateTimeFormat('es', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** Example: 1990-05-03 is '03/05/1990'. */
export function formatTypedDay(day: string): string {
  return day.split('-').reverse().join('/')
}

/** Example: 'viernes, 21 de noviembre de 2025, 10:42'. */
export function sayExactly(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return noMoment
  const day = new Intl.DateTimeFormat('es', { dateStyle: 'full', timeZone }).format(date)
  return `${day}, ${sayTime(date, timeZone)}`
}

/** Example: '3 de mayo de 1990'. */
export function sayDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return noMoment
  return new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

/** Example: '3 de mayo'. */
export function sayDayOfYear(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return noMoment
  return new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(date)
}

/** YYYY-MM-DD, built from parts, because engines order them differently. */
export function localDay(date: Date, timeZone?: string): string {
  const { year, month, day } = Object.fromEntries(
    dayFormatIn(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Cached, because creating a format takes fifty times as long as using it. The device's own zone
 * may change, so its format is not cached.
 */
function dayFormatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const cachedFormat = timeZone && dayFormats.get(timeZone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  })
  if (timeZone) dayFormats.set(timeZone, format)
  return format
}

function sayTime(date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('es', { hour: 'numeric', minute: '2-digit', timeZone }).format(date)
}

export function daysBetween(earlierDate: Date, laterDate: Date, timeZone?: string): number {
  const midnight = (date: Date) => Date.parse(`${localDay(date, timeZone)}T00:00:00Z`)
  return Math.round((midnight(laterDate) - midnight(earlierDate)) / dayLength)
}
