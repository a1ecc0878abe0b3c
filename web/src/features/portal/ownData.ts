import { apiBaseUrl } from '@/api/baseUrl'
import { answer } from '@/api/client'
import { errorFromResponse, errorWithoutResponse } from '@/api/error'
import { portalApi, portalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import type { Guardian } from '@/ui/guardian/GuardianFields'
import { texts } from './texts'

/** A purpose that a customer may accept or withdraw. */
export type Purpose = Exclude<OwnData['consents'][number]['kind'], 'PRIVACY'>

/** Refuses an act of a page whose card is no longer the one that is open: it would be done to the other. */
export function mustBeOpen(whose: string): void {
  if (portalSession()?.customerId !== whose) throw new Error(texts.data.otherCard)
}

export const loadOwnData = (): Promise<OwnData> => answer(portalApi.GET('/portal/me/data'))

export const setConsent = (kind: Purpose, granted: boolean): Promise<OwnData> =>
  answer(portalApi.POST('/portal/me/consents', { body: { kind, granted } }))

/** What a customer may correct; null clears, and what is left out stays. */
export interface Correction extends Partial<Guardian> {
  name?: string
  email?: string | null
  birthday?: string | null
}

export const correct = (correction: Correction): Promise<OwnData> =>
  answer(portalApi.PATCH('/portal/me/data', { body: correction }))

export const askErasure = () => answer(portalApi.POST('/portal/me/erasure'))

/** Takes the number off the record, whose customer has another by now. */
export function releaseOwnPhone(whose: string) {
  mustBeOpen(whose)
  return answer(portalApi.POST('/portal/me/phone/release'))
}

/** The customer's data as a file. The token goes in a header, so a plain link would not do. */
export async function dataFile(format: 'json' | 'csv'): Promise<Blob> {
  const path = format === 'csv' ? '/portal/me/data.csv' : '/portal/me/data'
  const response = await fetch(apiBaseUrl() + path, {
    headers: { Authorization: `Bearer ${portalSession()?.token ?? ''}` },
  }).catch((cause: unknown) => Promise.reject(errorWithoutResponse(cause)))
  if (!response.ok) throw await errorFromResponse(response)
  return response.blob()
}
