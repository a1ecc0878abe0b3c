const dayLength = 24 * 60 * 60 * 1000

const relative = new Intl.RelativeTimeFormat('es', { numeric: 'always' })

/** Which clock and when: the business's time zone (the device's when left out) and the present moment. */
export interface Clock {
  timeZone?: string | undefined
  now?: Date
}

/** A moment as people say it: 'hoy, 10:42', 'ayer, 18:05', 'hace 3 semanas'. */
export function sayMoment(instant: string, { timeZone, now = new Date() }: Clock = {}): string {
  const date = new Date(instant)
  const days = daysBetween(date, now, timeZone)
  const near = { '-1': 'mañana', '0': 'hoy', '1': 'ayer' }[String(days)]
  if (near) return `${near}, ${sayTime(date, timeZone)}`
  if (days < 0) return sayDay(localDay(date, timeZone))
  if (days < 7) return relative.format(-days, 'day')
  if (days < 31) return relative.format(-Math.floor(days / 7), 'week')
  if (days < 365) return relative.format(-Math.floor(days / 30.44), 'month')
  return relative.format(-Math.floor(days / 365.25) || -1, 'year')
}

/** A moment to the minute: 'viernes, 21 de noviembre de 2025, 10:42'. */
export function sayExactly(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  const day = new Intl.DateTimeFormat('es', { dateStyle: 'full', timeZone }).format(date)
  return `${day}, ${sayTime(date, timeZone)}`
}

/** A day without a time: '3 de mayo de 1990'. */
export function sayDay(day: string): string {
  return new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** The day (YYYY-MM-DD) of a moment on that clock. */
export function localDay(date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(date)
}

/** Makes YYYY-MM-DD of a day written as dd/mm/yyyy, dd-mm-yyyy, YYYY-MM-DD or another date text; null if it is none. */
export function parseDay(text: string): string | null {
  const typed = text.trim()
  const european = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(typed)
  if (european) return existingDay(Number(european[3]), Number(european[2]), Number(european[1]))
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(typed)
  if (iso) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const other = new Date(typed)
  return Number.isNaN(other.getTime()) ? null : localDay(other)
}

function existingDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

function sayTime(date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('es', { hour: 'numeric', minute: '2-digit', timeZone }).format(date)
}

function daysBetween(earlier: Date, later: Date, timeZone?: string): number {
  const midnight = (date: Date) => Date.parse(`${localDay(date, timeZone)}T00:00:00Z`)
  return Math.round((midnight(later) - midnight(earlier)) / dayLength)
}
