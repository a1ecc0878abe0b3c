/**
 * Reads '9:30', '9.30 h', '0930' or '930' as HH:MM. Null for anything else, and for ambiguous '140' (1:40 or
 * 14:00).
 */
export function parseClock(text: string): string | null {
  const [, hours = '', minutes = '00'] = clockForm.exec(text.trim().toLowerCase()) ?? []
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return null
  return clockReadings(text) ? null : `${hours.padStart(2, '0')}:${minutes}`
}

const clockForm = /^(\d{1,2})(?:\s*[:.,h]?\s*(\d\d))?\s*h?$/

/** The two times, as HHMM, that three digits can mean. Null if at most one of them exists. */
export function clockReadings(text: string): readonly [string, string] | null {
  const [, digits] = /^(\d{3})\s*h?$/.exec(text.trim().toLowerCase()) ?? []
  if (!digits || Number(digits.slice(0, 2)) > 23 || Number(digits.slice(1)) > 59) return null
  return [`0${digits}`, `${digits.slice(0, 2)}0${digits.slice(2)}`]
}
