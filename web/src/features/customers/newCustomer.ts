import type { FamilyRole, NewCustomer } from '@/api/types'
import { digitsOf, emptyPhone, joinPhone, type PhoneParts } from '@/lib/phone'
import { texts } from './texts'

/** What the form of a new customer holds. */
export interface NewCustomerValues {
  name: string
  phone: PhoneParts
  birthday: string
  /** Empty until one is chosen. */
  tag: string
  family: FamilyChoice | null
}

/** The family that the customer is to join. */
export interface FamilyChoice {
  id: string
  name: string
  role: FamilyRole
}

export type FieldErrors = Partial<Record<string, string>>

export const emptyCustomer: NewCustomerValues = {
  name: '',
  phone: emptyPhone,
  birthday: '',
  tag: '',
  family: null,
}

/** What is missing; name, phone and type of bonus have to be there. */
export function missingIn({ name, phone, tag }: NewCustomerValues): FieldErrors {
  const { missing } = texts.create
  return {
    ...(!name.trim() && { name: missing.name }),
    ...(!digitsOf(phone.number) && { phone: missing.phone }),
    ...(!tag && { tag: missing.tag }),
  }
}

/** The request that the form makes. */
export function requestFrom({ name, phone, birthday, tag }: NewCustomerValues): NewCustomer {
  return { name: name.trim(), phone: joinPhone(phone), birthday: birthday || null, tag }
}
