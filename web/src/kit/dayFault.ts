import { formatTypedDay, sayDay, sayMonth } from '@/lib/dates'
import { parseDayOrAsk } from '@/lib/parseDay'
import { formTexts } from './formTexts'

const words = formTexts.dayAsked

export function dayFault(text: string): string | undefined {
  if (!text.trim()) return undefined
  const read = parseDayOrAsk(text)
  if ('day' in read) return undefined
  switch (read.ask) {
    case 'century':
      return words.century(formatTypedDay(read.likely))
    case 'order':
      return words.order(sayDay(read.likely), formatTypedDay(read.likely))
    case 'calendar':
      return words.calendar(read.dayOfMonth, sayMonth(read.month))
    default:
      return words[read.ask]
  }
}
