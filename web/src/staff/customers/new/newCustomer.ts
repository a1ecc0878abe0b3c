import type { FamilyChoice } from '@/acts/staff/customers'
import type { Business, NewCustomer, OpeningBalance } from '@/api/types'
import { type Guardian, guardianIn, noGuardian } from '@/card/guardian/GuardianFields'
import { phoneFault } from '@/card/PhoneField'
import { dayFault } from '@/kit/dayFault'
import { parseDay } from '@/lib/parseDay'
import { halfOf, passesHalf } from '@/lib/passesHalf'
import { digitsOf, emptyPhone, joinPhone, type PhoneParts } from '@/lib/phone'
import { type CardState, maxOpening, parseOpening } from '../../stamps/stampChanges'
import { texts as stampTexts } from '../../stamps/texts'
import { isVip } from '../bonus'
import { type FieldErrors, guardianErrors } from '../guardian'
import { texts } from './texts'

export interface NewCustomerValues extends Guardian {
  name: string
  phone: PhoneParts
  /** The birth date as typed. */
  birthday: string
  tag: string
  family: FamilyChoice | null
  /** Stamps of a paper card, as typed. */
  stamps: string
  owesHalf: boolean
}

/** The card of a customer who is created. */
export type NewCard = CardState

export function newCardOf(
  tag: string,
  business: Pick<Business, 'visitTarget' | 'vipVisitTarget' | 'halfRewardEnabled'>,
): NewCard {
  const target = isVip(tag) ? business.vipVisitTarget : business.visitTarget
  const hasHalf = business.halfRewardEnabled && !isVip(tag)
  return { cardId: '', count: 0, target, halfMilestone: hasHalf ? halfOf(target) : null, rewards: [] }
}

/** The typed stamps; null without stamps, or if the server would refuse them. */
export function stampsIn({ stamps }: Pick<NewCustomerValues, 'stamps'>, card: NewCard): number | null {
  return stamps.trim() ? parseOpening(stamps, card) : null
}

export function openingIn(values: NewCustomerValues, card: NewCard): OpeningBalance | null {
  const stamps = values.family ? null : stampsIn(values, card)
  if (!stamps) return null
  return { stamps, ...(values.owesHalf && passesHalf(card, stamps) && { owesHalf: true }) }
}

export function wrongStamps(values: NewCustomerValues, card: NewCard): FieldErrors {
  const isWrong = !values.family && values.stamps.trim() !== '' && stampsIn(values, card) === null
  return isWrong ? { stamps: stampTexts.opening.wrong(maxOpening(card.target)) } : {}
}

export const emptyCustomer: NewCustomerValues = {
  name: '',
  phone: emptyPhone,
  birthday: '',
  tag: '',
  family: null,
  stamps: '',
  owesHalf: false,
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
