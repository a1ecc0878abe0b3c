import { answer } from '@/api/client'
import { portalApi, readPortalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import type { Guardian } from '@/card/guardian/GuardianFields'
import { guestTexts } from './texts'

/** Refuses an act of a page whose card is no longer the one that is open: it would be done to the other. */
export function assertCardOpen(customerId: string): void {
  if (readPortalSession()?.customerId !== customerId) throw new Error(guestTexts.otherCard)
}

/** A purpose that a customer may accept or withdraw. */
export type Purpose = Exclude<OwnData['consents'][number]['kind'], 'PRIVACY'>

/** Accepts a purpose, or withdraws it. */
export const setConsent = (kind: Purpose, granted: boolean): Promise<OwnData> =>
  answer(portalApi.POST('/portal/me/consents', { body: { kind, granted } }))

/** What a customer may correct; null clears, and what is left out stays. */
export interface Correction extends Partial<Guardian> {
  name?: string
  email?: string | null
  birthday?: string | null
}

/** Corrects the data of the customer whose card is open. */
export function correctData(customerId: string, correction: Correction): Promise<OwnData> {
  assertCardOpen(customerId)
  return answer(portalApi.PATCH('/portal/me/data', { body: correction }))
}

/** Erases the customer whose card is open. */
export const requestErasure = () => answer(portalApi.POST('/portal/me/erasure'))

/** Takes the number off the record, whose customer has another by now. */
export function releaseOwnPhone(customerId: string) {
  assertCardOpen(customerId)
  return answer(portalApi.POST('/portal/me/phone/release'))
}
