import { stripInvisible } from './fold'

/** Countries with trunk prefix and national format, the default first. The formats are simplified; the server's are exact. */
export const phonePrefixes = [
  { prefix: '+34', country: 'España', national: /^[5-9]\d{8}$/ },
  { prefix: '+351', country: 'Portugal', national: /^[2-9]\d{8}$/ },
  { prefix: '+33', country: 'Francia', national: /^[1-9]\d{8}$/, trunk: /^0/ },
  {
    prefix: '+39',
    country: 'Italia',
    national: /^(0\d{5,10}|3\d{8,9})$/,
    // Removes a zero before a mobile number. No area code begins with these digits.
    canonical: [/^0(3(?:2[05-9]|3[03-9]|[48][07-9]|6[0178]|7[089])\d{6,7})$/, '$1'],
  },
  { prefix: '+49', country: 'Alemania', national: /^([2-9]\d{5,12}|1[5-7]\d{8,9})$/, trunk: /^0/ },
  { prefix: '+44', country: 'Reino Unido', national: /^([1-357-9]\d{9}|[18]\d{8})$/, trunk: /^0/ },
  { prefix: '+1', country: 'EE. UU. y Canadá', national: /^[2-9]\d\d[2-9]\d{6}$/, trunk: /^1/ },
  { prefix: '+52', country: 'México', national: /^[2-9]\d{9}$/, trunk: /^(01|044|045|1)/ },
  { prefix: '+57', country: 'Colombia', national: /^([39]\d|60)\d{8}$/, trunk: /^03?/ },
  { prefix: '+56', country: 'Chile', national: /^[2-9]\d{8}$/, trunk: /^0(?=9\d{8}$)/ },
  { prefix: '+51', country: 'Perú', national: /^(9\d{8}|[14-8]\d{7})$/, trunk: /^0/ },
  {
    prefix: '+54',
    country: 'Argentina',
    national: /^((11|[2368]\d)\d{8}|9\d{10})$/,
    trunk: /^0/,
    canonical: [/^((11|[23]\d)\d{8})$/, '9$1'],
  },
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
  /** Matches the second form of a mobile number, and replaces it by the canonical form (loyalty.CanonicalPhone). */
  canonical?: readonly [RegExp, string]
}

/** Countries that forms do not offer. Only their mobile numbers are recognized by a prefix without +. */
const otherCountries: readonly Country[] = [
  {
    prefix: '+55',
    country: 'Brasil',
    national: /^[1-9]\d(9\d{8}|[16-9]\d{7})$/,
    trunk: /^0/,
    canonical: [/^(\d\d)([16-9]\d{7})$/, '$19$2'],
  },
  { prefix: '+20', country: 'Egipto', national: /^1[0125]\d{8}$/, trunk: /^0/ },
  { prefix: '+212', country: 'Marruecos', national: /^[67]\d{8}$/, trunk: /^0/ },
  { prefix: '+213', country: 'Argelia', national: /^[567]\d{8}$/, trunk: /^0/ },
  { prefix: '+221', country: 'Senegal', national: /^7[0-8]\d{7}$/ },
  {
    prefix: '+225',
    country: 'Costa de Marfil',
    national: /^(0[157]\d{8}|[04-9]\d{7})$/,
    canonical: [/^([04-9](\d)\d{6})$/, '0$2$1'],
  },
  {
    prefix: '+229',
    country: 'Benín',
    national: /^(01[4-9]\d{7}|[4-9]\d{7})$/,
    canonical: [/^([4-9]\d{7})$/, '01$1'],
  },
  { prefix: '+234', country: 'Nigeria', national: /^[789][01]\d{8}$/, trunk: /^0/ },
  { prefix: '+31', country: 'Países Bajos', national: /^6[1-58]\d{7}$/, trunk: /^0/ },
  { prefix: '+32', country: 'Bélgica', national: /^4[5-9]\d{7}$/, trunk: /^0/ },
  { prefix: '+353', country: 'Irlanda', national: /^8[35-9]\d{7}$/, trunk: /^0/ },
  { prefix: '+376', country: 'Andorra', national: /^[346]\d{5}$/ },
  { prefix: '+380', country: 'Ucrania', national: /^(39|50|6[36-8]|7[37]|9[1-9])\d{7}$/, trunk: /^0/ },
  { prefix: '+40', country: 'Rumanía', national: /^7[0-8]\d{7}$/, trunk: /^0/ },
  { prefix: '+41', country: 'Suiza', national: /^7[5-9]\d{7}$/, trunk: /^0/ },
  { prefix: '+43', country: 'Austria', national: /^6[5-9]\d{8,9}$/, trunk: /^0/ },
  { prefix: '+48', country: 'Polonia', national: /^(45|5[0137]|6[069]|7[2389]|88)\d{7}$/ },
  { prefix: '+359', country: 'Bulgaria', national: /^(8[789]\d|98[89])\d{6}$/, trunk: /^0/ },
  { prefix: '+86', country: 'China', national: /^1[3-9]\d{9}$/ },
  { prefix: '+91', country: 'India', national: /^[6-9]\d{9}$/, trunk: /^0/ },
  { prefix: '+92', country: 'Pakistán', national: /^3[0-6]\d{8}$/, trunk: /^0/ },
]

export const defaultPrefix = '+34'

export interface PhoneParts {
  prefix: string
  number: string
}

export const emptyPhone: PhoneParts = { prefix: defaultPrefix, number: '' }

export function digitsOf(text: string): string {
  return plain(text).replace(/\D/g, '')
}

export interface ParsedPhone {
  /** E.164. If no country matches, the chosen prefix and the digits. */
  phone: string
  /** Null if the country is unknown. */
  of: Country | null
  fault: 'letters' | 'long' | 'number' | null
}

/** Reads the number by the prefix after + or 00, otherwise by the chosen country, otherwise by a prefix without +. */
export function parsePhone({ prefix, number }: PhoneParts): ParsedPhone {
  const typedNumber = plain(number)
  if (!bracketedZero.test(typedNumber)) return parsePlain(prefix, typedNumber)
  const phoneWithoutZero = parsePlain(prefix, typedNumber.replace(bracketedZero, ''))
  // Italian landlines keep the zero; mobiles have none.
  const keepsZero = phoneWithoutZero.of?.prefix === '+39' && !/^\+393/.test(phoneWithoutZero.phone)
  return phoneWithoutZero.fault || keepsZero ? parsePlain(prefix, typedNumber) : phoneWithoutZero
}

function parsePlain(prefix: string, typedNumber: string): ParsedPhone {
  const digits = digitsOf(typedNumber)
  const chosenCountry: Country =
    phonePrefixes.find((country) => country.prefix === prefix) ?? phonePrefixes[0]
  if (hasCountryPrefix(typedNumber))
    return { ...international(withoutZeros(digits)), ...faultOf(typedNumber) }
  const whole = nationalInChosen(chosenCountry, digits)
  if (whole) return { phone: prefix + whole, of: chosenCountry, fault: null, ...faultOf(typedNumber) }
  const abroad = international(digits)
  const offered = phonePrefixes.some((country) => country === abroad.of)
  if (abroad.of && !abroad.fault && (offered || isMobileAbroad(chosenCountry, abroad.of, digits)))
    return { ...abroad, ...faultOf(typedNumber) }
  const rest = digits === '' ? '' : prefix + digits
  return { phone: rest, of: chosenCountry, fault: 'number', ...faultOf(typedNumber) }
}

/** E.164; empty without digits. */
export function joinPhone(parts: PhoneParts): string {
  return parsePhone(parts).phone
}

export function isE164(text: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(text)
}

/** Splits a phone into prefix and number. The number of an unknown country is not split. */
export function splitPhone(phone: string): PhoneParts {
  return withKnownPrefix(phone) ?? { prefix: defaultPrefix, number: phone }
}

/** Splits what was typed or pasted into prefix and number. */
export function phoneFromInput(text: string, prefix: string): PhoneParts {
  const split = withKnownPrefix(text)
  if (split && bracketedZero.test(plain(text))) {
    const { phone, of, fault } = parsePhone({ prefix, number: text })
    if (of && !fault) return { prefix: of.prefix, number: phone.slice(of.prefix.length) }
  }
  return split ?? { prefix, number: stripInvisible(text) }
}

/** Example: +34 612 34 56 78. */
export function formatPhone(phone: string): string {
  const prefix = [...phonePrefixes, ...otherCountries].find((of) => phone.startsWith(of.prefix))?.prefix
  if (!prefix || !isE164(phone)) return phone
  const number = phone.slice(prefix.length)
  const sizes = groupings.find(([start, sizes]) => phone.startsWith(start) && fitsGroups(sizes, number))?.[1]
  const groups = sizes ? groupsOf(number, sizes) : number.match(/\d{3}(?=\d{3})|\d+/g)
  return [prefix, ...(groups ?? [number])].join(' ')
}

/**
 * Sizes of groups of digits, by start of number. Longer starts come first, as in libphonenumber. A
 * star takes the rest.
 */
const groupings: readonly (readonly [start: string, sizes: string])[] = Object.entries({
  '+34': '3222',
  '+351': '333',
  '+33': '12222',
  '+393': '334',
  '+4915': '47',
  '+491': '3*',
  '+447': '46',
  '+4420': '244',
  '+1': '334',
  '+5255': '244',
  '+5256': '244',
  '+5233': '244',
  '+5281': '244',
  '+52': '334',
  '+57': '37',
  '+56': '144',
  '+51': '333',
  '+54911': '1244',
  '+549': '1334',
  '+5411': '244',
  '+54': '334',
  '+58': '37',
  '+593': '234',
  '+591': '8',
  '+598': '233',
  '+595': '36',
  '+55': '254',
  '+20': '28',
  '+212': '12222',
  '+213': '3222',
  '+221': '2322',
  '+225': '2224',
  '+229': '22222',
  '+234': '334',
  '+31': '18',
  '+32': '3222',
  '+353': '234',
  '+376': '33',
  '+380': '234',
  '+40': '333',
  '+41': '2322',
  '+43': '3*',
  '+48': '333',
  '+359': '234',
  '+86': '344',
  '+91': '55',
  '+92': '37',
})

function fitsGroups(sizes: string, number: string): boolean {
  return sizes.endsWith('*') || [...sizes].reduce((sum, size) => sum + Number(size), 0) === number.length
}

function groupsOf(number: string, sizes: string): string[] {
  let at = 0
  return [...sizes].map((size) => {
    const group = size === '*' ? number.slice(at) : number.slice(at, at + Number(size))
    at += group.length
    return group
  })
}

/** Equals loyalty.MinPhoneSuffix. */
const shortestEnding = 7

/** The digits whose ends are compared; empty if there are too few. */
export function phoneEnding(text: string): string {
  const digits = digitsOf(text).replace(/^0+/, '')
  return digits.length >= shortestEnding ? digits : ''
}

/** True if two notations can be the same number, in either of its forms. */
export function isSamePhone(one: string, other: string): boolean {
  return endings(one).some((left) =>
    endings(other).some((right) => isEndOf(left, right) || isEndOf(right, left)),
  )
}

const isEndOf = (short: string, long: string) => short !== '' && long.endsWith(short)

function endings(text: string): string[] {
  const typedNumber = plain(text)
  if (!hasCountryPrefix(typedNumber)) return [phoneEnding(typedNumber)]
  const { phone } = parsePhone({ prefix: defaultPrefix, number: typedNumber })
  return [phone, secondForm(phone)].map(phoneEnding)
}

/** The other form of a number that people and WhatsApp use; same table as loyalty.SecondPhoneForm. */
function secondForm(phone: string): string {
  return phone
    .replace(/^\+549(\d{10})$/, '+54$1')
    .replace(/^\+55(\d\d)9([16-9]\d{7})$/, '+55$1$2')
    .replace(/^\+52(\d{10})$/, '+521$1')
    .replace(/^\+2250[157]([04-9]\d{7})$/, '+225$1')
    .replace(/^\+22901([4-9]\d{7})$/, '+229$1')
}

/** The digits of a phone or its start, with + if typed; null for other text. */
export function dialledDigits(text: string): string | null {
  const typedNumber = plain(text)
  const digits = digitsOf(typedNumber.replace(bracketedZero, ''))
  if (digits === '' || faultOf(typedNumber).fault) return null
  if (!hasCountryPrefix(typedNumber)) return digits
  if (bracketedZero.test(typedNumber)) return parsePhone({ prefix: defaultPrefix, number: typedNumber }).phone
  return `+${withoutZeros(digits)}`
}

/** Parses the digits after a +, and drops a trunk prefix. */
function international(digits: string): ParsedPhone {
  const phone = `+${digits}`
  const offeredCountry: Country | undefined = phonePrefixes.find(({ prefix }) => phone.startsWith(prefix))
  const other = otherCountries.find(({ prefix }) => phone.startsWith(prefix))
  const of = offeredCountry ?? other ?? null
  const national = of && nationalIn(of, phone.slice(of.prefix.length))
  if (national) return { phone: of.prefix + national, of, fault: null }
  // For other countries the app knows only the mobile numbers; the server decides.
  if (offeredCountry) return { phone, of, fault: 'number' }
  return { phone, of: null, fault: isE164(phone) ? null : 'number' }
}

/** True for a foreign mobile number, unless it is a number of the chosen country with one digit too many. */
function isMobileAbroad(chosenCountry: Country, abroad: Country, digits: string): boolean {
  if (!nationalIn(abroad, digits.slice(abroad.prefix.length - 1))) return false
  return ![...digits].some((_, i) =>
    nationalInChosen(chosenCountry, digits.slice(0, i) + digits.slice(i + 1)),
  )
}

function nationalIn(of: Country, digits: string): string | null {
  const { prefix, national, trunk } = of
  if (national.test(digits)) return canonicalIn(of, digits)
  const rest = trunk ? digits.replace(trunk, '') : digits
  if (rest !== digits && national.test(rest)) return canonicalIn(of, rest)
  return prefix === '+54' ? argentineMobile(rest) : null
}

function canonicalIn({ canonical, prefix }: Country, national: string): string {
  if (!canonical) return national
  const [second, becomes] = canonical
  if (prefix !== '+225') return national.replace(second, becomes)
  // The second digit identifies the network, whose prefix the canonical form has in front.
  return national.replace(second, (whole, _, digit: string) => ivorian(digit) + whole)
}

const ivorian = (digit: string) => (digit >= '7' ? '07' : digit >= '4' ? '05' : '01')

/** Converts 15 after the area code (domestic form) to 9 before it (international form). */
function argentineMobile(digits: string): string | null {
  const mobile = /^(?:90?)?(11|[23]\d{2,3}?)15(\d{6,8})$/.exec(digits)
  const national = mobile ? `${mobile[1]}${mobile[2]}` : digits.replace(/^90/, '')
  return national.length === 10 ? `9${national}` : null
}

/**
 * Reads a number of the chosen country, whose prefix may be repeated. German landlines vary in length, so
 * +49 49 151… is a valid landline too; the mobile number takes precedence.
 */
function nationalInChosen(chosenCountry: Country, digits: string): string | null {
  const countryCode = digitsOf(chosenCountry.prefix)
  const unprefixedNumber = digits.startsWith(countryCode)
    ? nationalIn(chosenCountry, digits.slice(countryCode.length))
    : null
  if (unprefixedNumber && chosenCountry.prefix === '+49' && /^1[5-7]/.test(unprefixedNumber))
    return unprefixedNumber
  return nationalIn(chosenCountry, digits) ?? unprefixedNumber
}

function faultOf(typedNumber: string): { fault?: 'letters' | 'long' } {
  if ([...typedNumber].length > 40) return { fault: 'long' }
  return /^[( ]*\+?[\d\s().,/·\p{Pd}]*$/u.test(typedNumber) ? {} : { fault: 'letters' }
}

/** Keeps digits, as ASCII, and signs. Drops invisible characters and labels such as 'tel:'. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Me}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu, '')
    .replace(/➕/g, '+')
    .replace(/[^\0-\x7f]/gu, (letter) => (/\p{Nd}/u.test(letter) ? String(digitValue(letter)) : letter))
    .replace(/^\s*(?:https?:\/\/)?wa\.me\/\+?/i, '+')
    .replace(phoneLabel, '')
    .replace(/^[( ]*\+[+ ]+/, '+')
    .trim()
}

const phoneLabel =
  /^\s*['’]?\s*(?:(?:tel(?:[eé]fono|f)?|tfno|tlf(?:no)?|m[oó]vil|mobile|celular|whatsapp)\s*[:.]?)?\s*/i

/** The value of a digit in any script. */
function digitValue(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}

const bracketedZero = /\(\s*0\s*\)/

const hasCountryPrefix = (typedNumber: string) => /^[( ]*(\+|[( )]*0[( )]*0)/.test(typedNumber)

const withoutZeros = (digits: string) => digits.replace(/^00/, '')

function withKnownPrefix(text: string): PhoneParts | null {
  const typedNumber = plain(text)
  if (!hasCountryPrefix(typedNumber) || faultOf(typedNumber).fault) return null
  const phone = `+${withoutZeros(digitsOf(typedNumber))}`
  const country = phonePrefixes.find(({ prefix }) => phone.startsWith(prefix))
  return country ? { prefix: country.prefix, number: phone.slice(country.prefix.length) } : null
}
