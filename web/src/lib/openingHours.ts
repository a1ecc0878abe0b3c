/** 1 is Monday. */
interface Opening {
  weekday: number
  from: string
  to: string
}

/** Monday to Sunday. */
export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

const weekdayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

/** 1 is 'lunes', 7 is 'domingo'. */
export const weekdayName = (weekday: number) => weekdayNames[weekday - 1] ?? ''

/** Consecutive days with the same hours, or closed. */
export interface WeekLine {
  days: string
  hours: string[]
}

/** Examples: 'lunes a viernes', 'sábado', 'domingo'. */
export function weekLines(openings: readonly Opening[]): WeekLine[] {
  const lines: (WeekLine & { first: number; last: number })[] = []
  for (let weekday = 1; weekday <= 7; weekday++) {
    const hours = openings.filter((opening) => opening.weekday === weekday).map(saySpan)
    const lastLine = lines.at(-1)
    if (lastLine && lastLine.hours.join() === hours.join()) lastLine.last = weekday
    else lines.push({ first: weekday, last: weekday, days: '', hours })
  }
  return lines.map(({ first, last, hours }) => ({ days: sayDays(first, last), hours }))
}

function sayDays(first: number, last: number): string {
  if (first === last) return weekdayName(first)
  return `${weekdayName(first)} ${last - first === 1 ? 'y' : 'a'} ${weekdayName(last)}`
}

const saySpan = ({ from, to }: Opening) => `${sayClock(from)}–${sayClock(to)}`

const sayClock = (clock: string) => clock.replace(/^0/, '')

/** Says whether the business is open now, and until when, or when it opens. */
export function sayNow(openings: readonly Opening[], timeZone: string, now: Date): string {
  const { weekday, clock } = momentIn(timeZone, now)
  const current = openings.find((o) => o.weekday === weekday && o.from <= clock && clock < o.to)
  if (current) return `Abierto ahora, hasta ${sayHour(current.to)}`
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = ((weekday - 1 + ahead) % 7) + 1
    const next = openings.find((o) => o.weekday === day && (ahead > 0 || o.from > clock))
    if (next) return `Cerrado ahora, abre ${sayWhen(ahead, day)}${sayAt(next.from)}`
  }
  return ''
}

function sayWhen(ahead: number, weekday: number): string {
  if (ahead === 0) return ''
  return ahead === 1 ? 'mañana ' : `el ${weekdayName(weekday)} `
}

const article = (clock: string) => (clock.startsWith('01:') ? 'la' : 'las')
const sayHour = (clock: string) => `${article(clock)} ${sayClock(clock)}`
const sayAt = (clock: string) => `a ${sayHour(clock)}`

const daysInEnglish = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function momentIn(timeZone: string, now: Date): { weekday: number; clock: string } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((datePart) => datePart.type === type)?.value ?? ''
  return { weekday: daysInEnglish.indexOf(part('weekday')) + 1, clock: `${part('hour')}:${part('minute')}` }
}
