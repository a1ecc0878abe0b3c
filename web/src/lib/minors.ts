import { localDay } from './dates'

/** Below this age a parent or tutor consents (LOPDGDD, article 7). */
const guardianAge = 14

/**
 * Whether somebody born on that day (YYYY-MM-DD; empty when unknown) is younger than fourteen. The server decides by the
 * day of the business; this one is the device's. Born on 29 February, one grows older on 1 March where there is no such day.
 */
export function isMinor(birthday: string | null, today = localDay(new Date())): boolean {
  if (!birthday || birthday > today) return false
  const [year = '', ...monthAndDay] = birthday.split('-')
  const grown = [String(Number(year) + guardianAge).padStart(4, '0'), ...monthAndDay].join('-')
  return today < grown
}
