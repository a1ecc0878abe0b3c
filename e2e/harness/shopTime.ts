import type { Page } from '@playwright/test'

/** The zone of the demo businesses, whose days the server counts by. */
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
/** A clock that was installed is late where the machine is slow, and can be stopped in its future only. */
const ahead = 10_000

/** The moment that tests, the server and the browser agree on. Every test reads the time here. */
export function now(): Date {
  return new Date()
}

/** Seconds since 1970, as tokens and the provider of messages count. */
export function seconds(at = now()): number {
  return Math.floor(at.getTime() / 1000)
}

/** The birth date of a child who is five years old, on whichever day of this year. */
export function fiveYearsOld(at = now()): string {
  return `${read(at, 'year') - 5}-01-01`
}

/** The day at the shop, as in 2028-02-29. */
export function shopDay(at = now()): string {
  const { year, month, day } = Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}`
}

/** Stops the clock of a page that had one installed: what it shows for a moment only stays, however busy the machine is. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(new Date(now().getTime() + ahead))
}

/** When a day of the shop began, as in 2028-02-29, also the day of a clock change. */
export function beginningOf(shopsDay: string): Date {
  const summer = new Date(`${shopsDay}T00:00:00+02:00`)
  return shopDay(summer) === shopsDay ? summer : new Date(`${shopsDay}T00:00:00+01:00`)
}

/** Milliseconds until the day of the shop ends. On the day of a clock change that is right only once the clocks have changed. */
export function untilMidnight(at = now()): number {
  const gone = (read(at, 'hour') * 60 + read(at, 'minute')) * 60 + read(at, 'second')
  return day - gone * 1000 - (at.getTime() % 1000)
}

function read(at: Date, part: 'year' | 'hour' | 'minute' | 'second'): number {
  return Number(clock.formatToParts(at).find(({ type }) => type === part)?.value)
}
