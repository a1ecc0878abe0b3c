/** The countries whose numbers can be chosen, the usual one first. */
export const phonePrefixes = [
  { prefix: '+34', country: 'España' },
  { prefix: '+351', country: 'Portugal' },
  { prefix: '+33', country: 'Francia' },
  { prefix: '+39', country: 'Italia' },
  { prefix: '+49', country: 'Alemania' },
  { prefix: '+44', country: 'Reino Unido' },
  { prefix: '+1', country: 'EE. UU. y Canadá' },
  { prefix: '+52', country: 'México' },
  { prefix: '+57', country: 'Colombia' },
  { prefix: '+56', country: 'Chile' },
  { prefix: '+51', country: 'Perú' },
  { prefix: '+54', country: 'Argentina' },
  { prefix: '+58', country: 'Venezuela' },
  { prefix: '+593', country: 'Ecuador' },
  { prefix: '+591', country: 'Bolivia' },
  { prefix: '+598', country: 'Uruguay' },
  { prefix: '+595', country: 'Paraguay' },
] as const

export const defaultPrefix = '+34'

/** A phone number as it is typed: the country's prefix and the rest. */
export interface PhoneParts {
  prefix: string
  number: string
}

export const emptyPhone: PhoneParts = { prefix: defaultPrefix, number: '' }

/** Only the digits of what was typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Makes a public form's number international: digits only, 00 is the +, and what has none gets one.
 * Both forms of the specification come to this; a number without its country must be joined with a prefix first.
 */
export function normalisePhone(text: string): string {
  const digits = digitsOf(text)
  if (digits === '') return ''
  return `+${digits.startsWith('00') ? digits.slice(2) : digits}`
}

/** Prefix and number as one E.164 number; empty while there is no number. */
export function joinPhone({ prefix, number }: PhoneParts): string {
  const digits = digitsOf(number)
  if (digits === '' || saysCountryAlready(prefix, number)) return normalisePhone(number)
  return `+${digitsOf(prefix)}${digits}`
}

/** Whether the text has the form of an E.164 number. */
export function isE164(text: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(text)
}

/** Takes an E.164 number apart; a number of another country stays whole. */
export function splitPhone(phone: string): PhoneParts {
  return withKnownPrefix(phone) ?? { prefix: defaultPrefix, number: phone }
}

/** What the box for a number holds after `text` was typed or pasted into it. */
export function typedPhone(text: string, prefix: string): PhoneParts {
  return withKnownPrefix(text) ?? { prefix, number: text.replace(/[^\d\s+]/g, '') }
}

/** A number as people read it: +34 612 34 56 78. */
export function formatPhone(phone: string): string {
  const parts = withKnownPrefix(phone)
  if (!parts || !isE164(phone)) return phone
  const grouped =
    parts.prefix === '+34'
      ? parts.number.replace(/^(\d{3})(\d{2})(\d{2})(\d{2})$/, '$1 $2 $3 $4')
      : parts.number.replace(/(\d{3})(?=\d{3})/g, '$1 ')
  return `${parts.prefix} ${grouped}`
}

/** Whether two ways of writing a number can be the same one: the shorter ends the longer. */
export function samePhone(one: string, other: string): boolean {
  const [short = '', long = ''] = [digitsOf(one), digitsOf(other)].sort((a, b) => a.length - b.length)
  return short.length >= 6 && long.endsWith(short)
}

/** Whether the number is that of a country not in the list, or a Spanish one with its 34 but without the +. */
function saysCountryAlready(prefix: string, number: string): boolean {
  return /^\s*(\+|00)/.test(number) || (prefix === '+34' && /^34\d{9}$/.test(digitsOf(number)))
}

function withKnownPrefix(text: string): PhoneParts | null {
  const typed = text.trim()
  if (!/^(\+|00)/.test(typed)) return null
  const international = normalisePhone(typed)
  const known = phonePrefixes.find(({ prefix }) => international.startsWith(prefix))
  return known ? { prefix: known.prefix, number: international.slice(known.prefix.length) } : null
}
