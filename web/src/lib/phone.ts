import { visible } from './fold'

/**
 * The countries whose numbers can be chosen, the usual one first: the form of a number without its prefix, and what
 * people there put before it that is no part of it. The server knows every country exactly; this tells them apart.
 */
export const phonePrefixes = [
  { prefix: '+34', country: 'España', national: /^[5-9]\d{8}$/ },
  { prefix: '+351', country: 'Portugal', national: /^[2-9]\d{8}$/ },
  { prefix: '+33', country: 'Francia', national: /^[1-9]\d{8}$/, trunk: /^0/ },
  { prefix: '+39', country: 'Italia', national: /^(0\d{5,10}|3\d{8,9})$/ },
  { prefix: '+49', country: 'Alemania', national: /^([2-9]\d{5,12}|1[5-7]\d{8,9})$/, trunk: /^0/ },
  { prefix: '+44', country: 'Reino Unido', national: /^([1-357-9]\d{9}|[18]\d{8})$/, trunk: /^0/ },
  { prefix: '+1', country: 'EE. UU. y Canadá', national: /^[2-9]\d\d[2-9]\d{6}$/, trunk: /^1/ },
  { prefix: '+52', country: 'México', national: /^[2-9]\d{9}$/, trunk: /^(01|044|045|1)/ },
  { prefix: '+57', country: 'Colombia', national: /^([39]\d|60)\d{8}$/, trunk: /^03?/ },
  { prefix: '+56', country: 'Chile', national: /^[2-9]\d{8}$/ },
  { prefix: '+51', country: 'Perú', national: /^(9\d{8}|[14-8]\d{7})$/, trunk: /^0/ },
  { prefix: '+54', country: 'Argentina', national: /^((11|[2368]\d)\d{8}|9\d{10})$/, trunk: /^0/ },
  { prefix: '+58', country: 'Venezuela', national: /^[24-689]\d{9}$/, trunk: /^0/ },
  { prefix: '+593', country: 'Ecuador', national: /^(9\d{8}|[2-7]\d{7})$/, trunk: /^0/ },
  { prefix: '+591', country: 'Bolivia', national: /^[2-7]\d{7}$/, trunk: /^0/ },
  { prefix: '+598', country: 'Uruguay', national: /^[249]\d{7}$/, trunk: /^0/ },
  { prefix: '+595', country: 'Paraguay', national: /^[2-9]\d{5,8}$/, trunk: /^0/ },
] as const satisfies readonly Country[]

interface Country {
  prefix: string
  country: string
  national: RegExp
  trunk?: RegExp
}

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

/** A number as it was understood. */
export interface ReadPhone {
  /** In E.164; the digits after the chosen prefix when they are no number of any country here. */
  phone: string
  /** The country it is of, where it is one to choose. */
  of: Country | null
  fault: 'letters' | 'long' | 'number' | null
}

/**
 * Reads what was typed beside a prefix. With + or 00 it is of the country that it says; else of the chosen one, if it
 * is a number there; else of the one whose prefix it has without the +.
 */
export function readPhone({ prefix, number }: PhoneParts): ReadPhone {
  const typed = visible(number).trim()
  const digits = digitsOf(typed)
  const chosen = phonePrefixes.find((country) => country.prefix === prefix) ?? phonePrefixes[0]
  if (saysCountry(typed)) return { ...international(withoutZeros(digits)), ...faultOf(typed) }
  const whole = inChosen(chosen, digits)
  if (whole) return { phone: prefix + whole, of: chosen, fault: null, ...faultOf(typed) }
  const abroad = international(digits)
  if (abroad.of && !abroad.fault) return { ...abroad, ...faultOf(typed) }
  const rest = digits === '' ? '' : prefix + digits
  return { phone: rest, of: chosen, fault: 'number', ...faultOf(typed) }
}

/** Prefix and number as one E.164 number; empty while there is no number. */
export function joinPhone(parts: PhoneParts): string {
  return readPhone(parts).phone
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
  return withKnownPrefix(text) ?? { prefix, number: visible(text) }
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

/** How many digits find somebody by the end of her phone; the server has the same number (loyalty.ShortestEnding). */
const shortestEnding = 7

/** The digits by which a phone is compared from its end, without the zeros before it; empty where they are too few. */
export function phoneEnding(text: string): string {
  const digits = digitsOf(text).replace(/^0+/, '')
  return digits.length >= shortestEnding ? digits : ''
}

/** Whether two ways of writing a number can be the same one: the shorter ends the longer. */
export function samePhone(one: string, other: string): boolean {
  const [short = '', long = ''] = [phoneEnding(one), phoneEnding(other)].sort((a, b) => a.length - b.length)
  return short !== '' && long.endsWith(short)
}

/** The digits of what can only be a number, or its beginning, with a + where it says its country; null of anything else. */
export function dialled(text: string): string | null {
  const typed = visible(text).trim()
  const digits = digitsOf(typed)
  if (digits === '' || faultOf(typed).fault) return null
  return saysCountry(typed) ? `+${withoutZeros(digits)}` : digits
}

/** The number that the digits after a + are, without what belongs only to calls within its country. */
function international(digits: string): ReadPhone {
  const of: Country | null = phonePrefixes.find(({ prefix }) => `+${digits}`.startsWith(prefix)) ?? null
  const phone = `+${digits}`
  if (!of) return { phone, of, fault: isE164(phone) ? null : 'number' }
  const national = nationalIn(of, phone.slice(of.prefix.length))
  return national ? { phone: of.prefix + national, of, fault: null } : { phone, of, fault: 'number' }
}

function nationalIn({ prefix, national, trunk }: Country, digits: string): string | null {
  if (national.test(digits)) return digits
  const rest = trunk ? digits.replace(trunk, '') : digits
  if (rest !== digits && national.test(rest)) return rest
  return prefix === '+54' ? argentineMobile(rest) : null
}

/** At home Argentine mobiles have a 15 after the area, which may be 11 or three or four digits; from abroad a 9 before it. */
function argentineMobile(digits: string): string | null {
  const found = /^(11|[23]\d{2,3}?)15(\d{6,8})$/.exec(digits)
  const national = found ? `${found[1]}${found[2]}` : ''
  return national.length === 10 ? `9${national}` : null
}

/**
 * The number in the chosen country, where it is one, be it with that country's prefix once more. German landlines have
 * so many lengths that +49 49 151… is one as well: a mobile goes before it.
 */
function inChosen(chosen: Country, digits: string): string | null {
  const own = digitsOf(chosen.prefix)
  const again = digits.startsWith(own) ? nationalIn(chosen, digits.slice(own.length)) : null
  if (again && chosen.prefix === '+49' && /^1[5-7]/.test(again)) return again
  return nationalIn(chosen, digits) ?? again
}

/** What can be no phone whatever its digits: one with letters, with two + or with more than any has. */
function faultOf(typed: string): { fault?: 'letters' | 'long' } {
  if ([...typed].length > 40) return { fault: 'long' }
  return /^[( ]*\+?[\d\s().,/·\p{Pd}]*$/u.test(typed) ? {} : { fault: 'letters' }
}

const saysCountry = (typed: string) => /^[( ]*(\+|[( )]*0[( )]*0)/.test(typed)

const withoutZeros = (digits: string) => digits.replace(/^00/, '')

function withKnownPrefix(text: string): PhoneParts | null {
  const typed = visible(text).trim()
  if (!saysCountry(typed) || faultOf(typed).fault) return null
  const phone = `+${withoutZeros(digitsOf(typed))}`
  const known = phonePrefixes.find(({ prefix }) => phone.startsWith(prefix))
  return known ? { prefix: known.prefix, number: phone.slice(known.prefix.length) } : null
}
