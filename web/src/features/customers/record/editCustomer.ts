import type { Customer, CustomerChanges, Tag } from '@/api/types'
import { sayDay, sayMonth, typedDay } from '@/lib/dates'
import { emptyPhone, formatPhone, joinPhone, type PhoneParts, splitPhone } from '@/lib/phone'
import { parseDay, readDay } from '@/lib/readDay'
import { type Guardian, guardianIn, noGuardian } from '@/ui/guardian/GuardianFields'
import { phoneFault } from '@/ui/phoneFault'
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

/** What is wrong with the form, by field; the phone only where it was changed. */
export function wrongIn(values: EditValues, before: EditValues, withGuardian: boolean): FieldErrors {
  const { name, phone, email, birthday, bonusActive, tag } = values
  const { missing } = texts.edit
  const wrongPhone = phone !== before.phone && phone.number.trim() && phoneFault(phone)
  const wrongDay = birthday.trim() && dayProblem(birthday)
  return {
    ...(!name.trim() && { name: missing.name }),
    ...(wrongPhone && { phone: wrongPhone }),
    ...(email.trim() && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && { email: missing.email }),
    ...(wrongDay && { birthday: wrongDay }),
    ...(bonusActive && !tag && { tag: missing.tag }),
    ...(withGuardian && guardianMissing(values)),
  }
}

/** What has to be asked of a day that was typed; nothing when it is one. */
function dayProblem(typed: string): string | undefined {
  const read = readDay(typed)
  if ('day' in read) return undefined
  const { ask } = texts.edit
  switch (read.ask) {
    case 'century':
      return ask.century(typedDay(read.likely))
    case 'order':
      return ask.order(sayDay(read.likely), typedDay(read.likely))
    case 'calendar':
      return ask.calendar(read.dayOfMonth, sayMonth(read.month))
    default:
      return ask[read.ask]
  }
}

/**
 * The request that the form makes: what was changed, and null for what is empty. A guardian goes with the birth date that
 * she is asked for.
 */
export function changesFrom(values: EditValues, before: EditValues, withGuardian: boolean): CustomerChanges {
  const changed = fields.filter(
    (field) => differs(field, values, before) || (withGuardian && field === 'birthday'),
  )
  return {
    ...Object.assign({}, ...changed.map((field) => sent[field](values))),
    ...guardianIn(values, withGuardian),
  }
}

/** What the form changes as one. */
export type EditField = 'name' | 'phone' | 'email' | 'birthday' | 'bonus' | 'notes'

/** How each of them is sent. */
const sent: Record<EditField, (values: EditValues) => CustomerChanges> = {
  name: ({ name }) => ({ name: name.trim() }),
  phone: ({ phone }) => ({ phone: joinPhone(phone) || null }),
  email: ({ email }) => ({ email: email.trim() || null }),
  birthday: ({ birthday }) => ({ birthday: parseDay(birthday) }),
  bonus: ({ bonusActive, tag }) => ({ tag: (bonusActive && tag) || null }),
  notes: ({ notes }) => ({ notes: notes.trim() || null }),
}

/** All of them, in the order of the form. */
export const fields = Object.keys(sent) as EditField[]

/** Whether a field would be sent otherwise. */
export function differs(field: EditField, one: EditValues, other: EditValues): boolean {
  return JSON.stringify(sent[field](one)) !== JSON.stringify(sent[field](other))
}

/** What a field says, for people; empty where it says nothing. */
export function saidIn(field: EditField, values: EditValues): string {
  if (field === 'phone') return formatPhone(joinPhone(values.phone))
  if (field === 'bonus')
    return values.bonusActive && values.tag ? shared.tags[values.tag] : shared.bonus.inactive
  return values[field]
}
