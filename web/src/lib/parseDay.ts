import { fold } from './fold'

/** The parsed day, or what to ask about a text that is ambiguous, incomplete or invalid. */
export type ParsedDay =
  /** YYYY-MM-DD. */
  | { day: string }
  /** The year has two digits; `likely` is in the latest such year that is not in the future. */
  | { ask: 'century'; likely: string }
  /** The day is valid only with the month first. */
  | { ask: 'order'; likely: string }
  | { ask: 'year' }
  /** The month has no such day. */
  | { ask: 'calendar'; dayOfMonth: number; month: string }
  /** The text is no date. */
  | { ask: 'form' }

/**
 * Reads dates in digits or words. In digits, the day precedes the month unless the year comes first.
 * Date.parse would read 3.5.1990 as 5 March.
 */
export function parseDayOrAsk(text: string): ParsedDay {
  const words = wordsOf(text)
  if (words.length === 2) return withoutYear(words)
  if (words.length !== 3) return { ask: 'form' }
  const [first = '', second = '', third = ''] = words
  const month = monthNames[second] ?? romanMonths.indexOf(second) + 1
  if (/^\d{4}$/.test(first)) return parseNumbers(third, month ? String(month) : second, first)
  if (monthNames[first]) return parseNumbers(second, String(monthNames[first]), third)
  return parseNumbers(first, month ? String(month) : second, third)
}

/** YYYY-MM-DD; null if unreadable or ambiguous. */
export function parseDay(text: string): string | null {
  const read = parseDayOrAsk(text)
  return 'day' in read ? read.day : null
}

function wordsOf(text: string): string[] {
  const foldedText = fold(text.replaceAll('·', '.'))
    .replace(/^(\d{4}-\d{1,2}-\d{1,2})[t ][\d:.]+z?$/, '$1')
    .replace(/^(\d\d)(\d\d)((?:19|20)\d\d)$/, '$1 $2 $3')
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1 $2 $3')
    .replace(/^(lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b/, '')
  const parts = foldedText.split(/[\s,./·'¿?-]+/).filter((word) => !/^(|de|del|el|º|°)$/.test(word))
  return parts.map((word) => (/^(primero|uno)$/.test(word) ? '1' : word.replace(ordinal, '$1')))
}

const ordinal = /^(\d{1,2})(º|°|o|ro|er|st|nd|rd|th)$/

function withoutYear([first = '', second = '']: string[]): ParsedDay {
  const [day, month] = monthNames[first] ? [second, first] : [first, second]
  const isDay = /^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= 31
  const isMonth = monthNames[month] || (/^\d{1,2}$/.test(month) && Number(month) >= 1 && Number(month) <= 12)
  return isDay && isMonth ? { ask: 'year' } : { ask: 'form' }
}

function parseNumbers(day: string, month: string, year: string): ParsedDay {
  if (![day, month].every((part) => /^\d{1,2}$/.test(part)) || !/^(\d\d|\d{4})$/.test(year)) {
    return { ask: 'form' }
  }
  const [d, m] = [Number(day), Number(month)]
  if (year.length === 2) {
    const likely = dayOf(latestYear(Number(year)), m, d)
    return likely ? { ask: 'century', likely } : { ask: 'form' }
  }
  const read = dayOf(Number(year), m, d)
  if (read) return { day: read }
  const swappedDay = m > 12 ? dayOf(Number(year), d, m) : null
  if (swappedDay) return { ask: 'order', likely: swappedDay }
  const isPlausible = year >= '1000' && m >= 1 && m <= 12 && d >= 1 && d <= 31
  return isPlausible ? { ask: 'calendar', dayOfMonth: d, month: `${year}-${pad(m)}` } : { ask: 'form' }
}

function latestYear(digits: number): number {
  const now = new Date().getFullYear()
  return now - ((now - digits) % 100)
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1000 ? `${year}-${pad(month)}-${pad(day)}` : null
}

const pad = (number: number) => String(number).padStart(2, '0')

const romanMonths = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

/** Spanish and English names, full and short; none is ambiguous. */
const monthNames: Record<string, number> = Object.fromEntries(
  [
    'enero ene january jan',
    'febrero feb february',
    'marzo mar march',
    'abril abr april apr',
    'mayo may',
    'junio jun june',
    'julio jul july',
    'agosto ago august aug',
    'septiembre setiembre sept sep set september',
    'octubre oct october',
    'noviembre nov november',
    'diciembre dic december dec',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
)
