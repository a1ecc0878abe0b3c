import { unwrap } from '@/api/client'
import { portalApi, readPortalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import type { Guardian } from '@/card/guardian/GuardianFields'
import { guestTexts } from './texts'

/** Throws if another card was opened meanwhile, whose customer would get the change. */
export function assertCardOpen(customerId: string): void {
  if (readPortalSession()?.customerId !== customerId) throw new Error(guestTexts.otherCard)
}

export type Purpose = Exclude<OwnData['consents'][number]['kind'], 'PRIVACY'>

export const setConsent = (kind: Purpose, granted: boolean): Promise<OwnData> =>
  unwrap(portalApi.POST('/portal/me/consents', { body: { kind, granted } }))

/** A change of the customer's data. Null clears a field; an absent field stays unchanged. */
export interface Correction extends Partial<Guardian> {
  name?: string
  email?: string | null
  birthday?: string | null
}

export function correctData(customerId: string, correction: Correction): Promise<OwnData> {
  assertCardOpen(customerId)
  return unwrap(portalApi.PATCH('/portal/me/data', { body: correction }))
}

export const requestErasure = () => unwrap(portalApi.POST('/portal/me/erasure'))

/** Called by the phone's new owner: removes the number from the previous customer. */
export function releaseOwnPhone(customerId: string) {
  assertCardOpen(customerId)
  return unwrap(portalApi.POST('/portal/me/phone/release'))
}
