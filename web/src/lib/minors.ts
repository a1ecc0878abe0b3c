import { localDay } from './dates'

/** From this age no guardian's consent is needed (LOPDGDD, article 7). */
const guardianAge = 14

/**
 * True for a customer under fourteen by the device's date. The server decides by the date in the business. In
 * common years, a birthday on 29 February counts on 1 March.
 */
export function isMinor(birthday: string | null, today = localDay(new Date())): boolean {
  if (!birthday || birthday > today) return false
  const [year = '', ...monthAndDay] = birthday.split('-')
  const birthdayAtAge = [String(Number(year) + guardianAge).padStart(4, '0'), ...monthAndDay].join('-')
  return today < birthdayAtAge
}
