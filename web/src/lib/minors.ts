import { localDay } from './dates'

/** No guardian consents from this age (LOPDGDD, article 7). */
const guardianAge = 14

/**
 * Uses the device's day; the server decides by the business's. A birthday on 29 February counts on 1 March
 * in common years.
 */
export function isMinor(birthday: string | null, today = localDay(new Date())): boolean {
  if (!birthday || birthday > today) return false
  const [year = '', ...monthAndDay] = birthday.split('-')
  const grown = [String(Number(year) + guardianAge).padStart(4, '0'), ...monthAndDay].join('-')
  return today < grown
}
