import type { FamilyChoice } from '@/acts/staff/customers'
import type { NewCustomer } from '@/api/types'
import { type Guardian, guardianIn, noGuardian } from '@/card/guardian/GuardianFields'
import { phoneFault } from '@/card/PhoneField'
import { dayFault } from '@/kit/dayFault'
import { parseDay } from '@/lib/parseDay'
import { digitsOf, emptyPhone, joinPhone, type PhoneParts } from '@/lib/phone'
import { type FieldErrors, guardianErrors } from '../guardian'
import { texts } from './texts'

export interface NewCustomerValues extends Guardian {
  name: string
  phone: PhoneParts
  /** As typed. */
  birthday: string
  tag: string
  family: FamilyChoice | null
}

export const emptyCustomer: NewCustomerValues = {
  name: '',
  phone: emptyPhone,
  birthday: '',
  tag: '',
  family: null,
  ...noGuardian,
}

/** Name, phone and bonus type are required; for a minor, the guardian too. */
export function validationErrors(values: NewCustomerValues, withGuardian: boolean): FieldErrors {
  const { name, phone, birthday, tag } = values
  const { missing } = texts.create
  const wrongDay = dayFault(birthday)
  return {
    ...(!name.trim() && { name: missing.name }),
    ...wrongPhone(phone),
    ...(wrongDay && { birthday: wrongDay }),
    ...(!tag && { tag: missing.tag }),
    ...(withGuardian && guardianErrors(values)),
  }
}

function wrongPhone(phone: PhoneParts): FieldErrors {
  const wrong = digitsOf(phone.number) ? phoneFault(phone) : texts.create.missing.phone
  return wrong ? { phone: wrong } : {}
}

export function toRequest(values: NewCustomerValues, withGuardian: boolean): NewCustomer {
  const { name, phone, birthday, tag } = values
  return {
    name: name.trim(),
    phone: joinPhone(phone),
    birthday: parseDay(birthday),
    tag,
    ...guardianIn(values, withGuardian),
  }
}
