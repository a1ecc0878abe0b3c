import type { Customer, CustomerChanges, Tag } from '@/api/types'
import { type Guardian, guardianIn, noGuardian } from '@/card/guardian/GuardianFields'
import { phoneFault } from '@/card/PhoneField'
import { dayFault } from '@/kit/dayFault'
import { formatTypedDay } from '@/lib/dates'
import type { Fields } from '@/lib/form'
import { parseDay } from '@/lib/parseDay'
import { emptyPhone, formatPhone, joinPhone, type PhoneParts, splitPhone } from '@/lib/phone'
import { bonusOf } from '../bonus'
import { type FieldErrors, guardianErrors } from '../guardian'
import { texts as shared } from '../texts'
import { texts } from './texts'

export interface EditValues extends Guardian {
  name: string
  phone: PhoneParts
  email: string
  birthday: string
  notes: string
  bonus: BonusValue
}

interface BonusValue {
  active: boolean
  tag: Tag | ''
}

/** Offers the former type of a bonus that was switched off on this device. */
export function valuesOf(customer: Customer, rememberedTag: Tag | null): EditValues {
  const bonus = bonusOf(customer)
  return {
    name: customer.name,
    phone: customer.phone ? splitPhone(customer.phone) : emptyPhone,
    email: customer.email ?? '',
    birthday: customer.birthday ? formatTypedDay(customer.birthday) : '',
    notes: customer.notes ?? '',
    bonus: { active: bonus.active, tag: bonus.tag ?? rememberedTag ?? '' },
    ...noGuardian,
  }
}

/** A phone is validated only if changed. */
export function validationErrors(
  values: EditValues,
  isOtherPhone: boolean,
  withGuardian: boolean,
): FieldErrors {
  const { name, phone, email, birthday, bonus } = values
  const { missing } = texts.edit
  const wrongPhone = isOtherPhone && phone.number.trim() && phoneFault(phone)
  const wrongDay = dayFault(birthday)
  return {
    ...(!name.trim() && { name: missing.name }),
    ...(wrongPhone && { phone: wrongPhone }),
    ...(email.trim() && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && { email: missing.email }),
    ...(wrongDay && { birthday: wrongDay }),
    ...(bonus.active && !bonus.tag && { tag: missing.tag }),
    ...(withGuardian && guardianErrors(values)),
  }
}

/** What is sent for a changed field. An empty value is sent as null. */
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

/** The birth date with its guardian; undefined if no guardian is needed. */
export function guardianChanges(values: EditValues, withGuardian: boolean): CustomerChanges | undefined {
  if (!withGuardian) return undefined
  return { birthday: parseDay(values.birthday), ...guardianIn(values, true) }
}

/** Fields whose conflicts are compared and resolved; a guardian belongs to the birth date. */
export type EditField = Exclude<keyof EditValues, keyof Guardian>

export function displayValue(field: EditField, values: EditValues): string {
  if (field === 'phone') return formatPhone(joinPhone(values.phone))
  if (field !== 'bonus') return values[field]
  const { active, tag } = values.bonus
  return active && tag ? shared.tags[tag] : shared.bonus.inactive
}

export function editDraft(customerId: string): string {
  return `customer ${customerId}`
}
