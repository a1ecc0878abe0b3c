import type { Customer, CustomerChanges, Tag } from '@/api/types'
import { parseDay, typedDay } from '@/lib/dates'
import { emptyPhone, joinPhone, type PhoneParts, splitPhone } from '@/lib/phone'
import { type Guardian, guardianIn, noGuardian } from '@/ui/guardian/GuardianFields'
import { bonusOf } from './bonus'
import { type FieldErrors, guardianMissing } from './newCustomer'
import { texts } from './texts'

/** What the form of a customer's data holds. */
export interface EditValues extends Guardian {
  name: string
  phone: PhoneParts
  email: string
  /** As it is typed, dd/mm/yyyy. */
  birthday: string
  notes: string
  bonusActive: boolean
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
    birthday: customer.birthday ? typedDay(customer.birthday) : '',
    notes: customer.notes ?? '',
    bonusActive: bonus.active,
    tag: bonus.tag ?? remembered ?? '',
    ...noGuardian,
  }
}

/** What is wrong with the form, by field. */
export function wrongIn(values: EditValues, withGuardian: boolean): FieldErrors {
  const { name, email, birthday, bonusActive, tag } = values
  const { missing } = texts.edit
  return {
    ...(!name.trim() && { name: missing.name }),
    ...(email.trim() && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && { email: missing.email }),
    ...(birthday.trim() && !parseDay(birthday) && { birthday: missing.birthday }),
    ...(bonusActive && !tag && { tag: missing.tag }),
    ...(withGuardian && guardianMissing(values)),
  }
}

/** The request that the form makes: what is empty is sent as null. */
export function changesFrom(values: EditValues, withGuardian: boolean): CustomerChanges {
  return {
    name: values.name.trim(),
    phone: joinPhone(values.phone) || null,
    email: values.email.trim() || null,
    birthday: parseDay(values.birthday),
    notes: values.notes.trim() || null,
    tag: (values.bonusActive && values.tag) || null,
    ...guardianIn(values, withGuardian),
  }
}
