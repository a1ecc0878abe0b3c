import type { Page } from '@playwright/test'

/** The time zone of the demo businesses. */
const zone = 'Europe/Madrid'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const day = 24 * 60 * 60 * 1000
/** Milliseconds. A fake clock lags on a slow machine, and it can be stopped only at a future time. */
const ahead = 10_000

/** The time that tests, server and browser share. */
export function now(): Date {
  return new Date()
}

/** Unix seconds, as in tokens and provider messages. */
export function seconds(at = now()): number {
  return Math.floor(at.getTime() / 1000)
}

/** Birth date of a child who is five today, on any day of the year. */
export function fiveYearsOld(at = now()): string {
  return `${read(at, 'year') - 5}-01-01`
}

export function shopDay(at = now()): string {
  const { year, month, day } = Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}`
}

/** Stops the page's clock, so that transient elements stay visible on a busy machine. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(new Date(now().getTime() + ahead))
}

/** Midnight at the start of a day, even if clocks change on it. */
export function beginningOf(shopsDay: string): Date {
  const summer = new Date(`${shopsDay}T00:00:00+02:00`)
  return shopDay(summer) === shopsDay ? summer : new Date(`${shopsDay}T00:00:00+01:00`)
}

/** Milliseconds until midnight. On a day with a clock change, correct only after the change. */
export function untilMidnight(at = now()): number {
  const elapsed = (read(at, 'hour') * 60 + read(at, 'minute')) * 60 + read(at, 'second')
  return day - elapsed * 1000 - (at.getTime() % 1000)
}

function read(at: Date, part: 'year' | 'hour' | 'minute' | 'second'): number {
  return Number(clock.formatToParts(at).find(({ type }) => type === part)?.value)
}
