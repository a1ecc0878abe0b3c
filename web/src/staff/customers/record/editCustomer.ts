import type { Customer, CustomerChanges, Tag } from '@/api/types'
import { type Guardian, guardianIn, noGuardian } from '@/card/guardian/GuardianFields'
import { phoneFault } from '@/card/PhoneField'
import { writtenBirthdayFault } from '@/card/WrittenBirthdayField'
import { formatTypedDay } from '@/lib/dates'
import type { Fields } from '@/lib/form'
import { parseDay } from '@/lib/parseDay'
import { emptyPhone, formatPhone, joinPhone, type PhoneParts, splitPhone } from '@/lib/phone'
import { bonusOf } from '../bonus'
import { type FieldErrors, guardianMissing } from '../guardian'
import { texts as shared } from '../texts'
import { texts } from './texts'

/** What the form of a customer's data holds. */
export interface EditValues extends Guardian {
  name: string
  phone: PhoneParts
  email: string
  /** As it is typed. */
  birthday: string
  notes: string
  bonus: BonusValue
}

interface BonusValue {
  active: boolean
  /** Empty until one is chosen. */
  tag: Tag | ''
}

/** The form as it opens. A bonus that was switched off here offers the type it had. */
export function valuesOf(customer: Customer, remembered: Tag | null): EditValues {
  const bonus = bonusOf(customer)
  return {
    name: customer.name,
    phone: customer.phone ? splitPhone(customer.phone) : emptyPhone,
    email: customer.email ?? '',
    birthday: customer.birthday ? formatTypedDay(customer.birthday) : '',
    notes: customer.notes ?? '',
    bonus: { active: bonus.active, tag: bonus.tag ?? remembered ?? '' },
    ...noGuardian,
  }
}

/** What is wrong with the form, by field; the phone only where it was changed. */
export function wrongIn(values: EditValues, isOtherPhone: boolean, withGuardian: boolean): FieldErrors {
  const { name, phone, email, birthday, bonus } = values
  const { missing } = texts.edit
  const wrongPhone = isOtherPhone && phone.number.trim() && phoneFault(phone)
  const wrongDay = writtenBirthdayFault(birthday)
  return {
    ...(!name.trim() && { name: missing.name }),
    ...(wrongPhone && { phone: wrongPhone }),
    ...(email.trim() && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && { email: missing.email }),
    ...(wrongDay && { birthday: wrongDay }),
    ...(bonus.active && !bonus.tag && { tag: missing.tag }),
    ...(withGuardian && guardianMissing(values)),
  }
}

/** How the fields are sent: null for what is empty. A guardian goes with the birth date that she is asked for. */
export const editFields: Fields<EditValues, CustomerChanges> = {
  name: (name) => ({ name: name.trim() }),
  phone: (phone) => ({ phone: joinPhone(phone) || null }),
  email: (email) => ({ email: email.trim() || null }),
  birthday: (birthday) => ({ birthday: parseDay(birthday) }),
  bonus: ({ active, tag }) => ({ tag: (active && tag) || null }),
  notes: (notes) => ({ notes: notes.trim() || null }),
  guardianName: () => ({}),
  guardianConsent: () => ({}),
}

/** The birth date and the guardian that it asks for; nothing where none is asked for. */
export function withGuardianOf(values: EditValues, withGuardian: boolean): CustomerChanges | undefined {
  if (!withGuardian) return undefined
  return { birthday: parseDay(values.birthday), ...guardianIn(values, true) }
}

/** A field that is changed as one. */
export type EditField = Exclude<keyof EditValues, keyof Guardian>

/** What a field says, for people; empty where it says nothing. */
export function saidIn(field: EditField, values: EditValues): string {
  if (field === 'phone') return formatPhone(joinPhone(values.phone))
  if (field !== 'bonus') return values[field]
  const { active, tag } = values.bonus
  return active && tag ? shared.tags[tag] : shared.bonus.inactive
}

/** Under which name the tab keeps the form of a customer. */
export function editDraft(customerId: string): string {
  return `customer ${customerId}`
}
