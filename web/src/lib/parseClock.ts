/** Reads '9:30', '9.30 h' or '0930' as HH:MM; else null. */
export function parseClock(text: string): string | null {
  const [, hours = '', minutes = '00'] = clockForm.exec(text.trim().toLowerCase()) ?? []
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

const clockForm = /^(\d{1,2})(?:\s*[:.,h]?\s*(\d\d))?\s*h?$/
