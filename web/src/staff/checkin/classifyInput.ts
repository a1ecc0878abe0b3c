import { stripInvisible } from '@/lib/fold'
import { dialledDigits, digitsOf, phoneEnding } from '@/lib/phone'
import { customerIdFromScan } from '@/lib/qr'

export type Input =
  | { kind: 'empty' }
  /** The id of a customer, whose visit can be registered at once. */
  | { kind: 'scan'; customerId: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'email'; email: string }
  /** The beginning of a name, e-mail or phone. */
  | { kind: 'search'; text: string }
  | { kind: 'unknown' }

export function classifyInput(typedText: string): Input {
  const text = stripInvisible(typedText).trim()
  if (text === '') return { kind: 'empty' }
  const phone = dialledDigits(text)
  if (phone) return classifyNumber(text, phone)
  if (isWords(text)) return { kind: 'search', text }
  const customerId = customerIdFromScan(text)
  if (customerId) return { kind: 'scan', customerId }
  if (isEmail(text)) return { kind: 'email', email: text }
  return isEmailBegun(text) || isShortCode(text) ? { kind: 'search', text } : { kind: 'unknown' }
}

function classifyNumber(text: string, phone: string): Input {
  const digits = digitsOf(text)
  // A phone has at most 15 digits, or 17 with the international prefix 00.
  if (digits.length > 17) return customerIdInDigits(text)
  return phoneEnding(phone) ? { kind: 'phone', phone } : { kind: 'search', text: digits }
}

function customerIdInDigits(text: string): Input {
  const customerId = customerIdFromScan(text)
  return customerId ? { kind: 'scan', customerId } : { kind: 'unknown' }
}

/** True for text that looks like a name. A single word has up to 24 letters; our ids are longer or contain digits. */
function isWords(text: string): boolean {
  const word = /^[\p{L}\p{M}'’.,-]+$/u
  const words = text.split(/\s+/)
  return words.every((part) => word.test(part) && part.length < 25)
}

function isEmail(text: string): boolean {
  return isEmailBegun(text) && /@[^@]+\.[a-z]{2,}$/i.test(text)
}

function isEmailBegun(text: string): boolean {
  return /^[^\s@]+@[^\s@{}":/?=]*$/.test(text)
}

/** True for text that looks like the beginning of an id, or a bonus type. */
function isShortCode(text: string): boolean {
  return /^[\p{L}\d][\p{L}\d\s_.-]*$/u.test(text)
}
