import { apiBaseUrl } from './baseUrl'
import { answer } from './client'
import { errorFromResponse, noResponseError } from './error'
import { portalApi, readPortalSession } from './portalSession'
import type { OwnData } from './types'

/** What is kept about the customer whose card is open. */
export const loadOwnData = (): Promise<OwnData> => answer(portalApi.GET('/portal/me/data'))

/** The customer's data as a file. The token goes in a header, so a plain link would not do. */
export async function dataFile(format: 'json' | 'csv'): Promise<Blob> {
  const path = format === 'csv' ? '/portal/me/data.csv' : '/portal/me/data'
  const response = await fetch(apiBaseUrl() + path, {
    headers: { Authorization: `Bearer ${readPortalSession()?.token ?? ''}` },
  }).catch((cause: unknown) => Promise.reject(noResponseError(cause)))
  if (!response.ok) throw await errorFromResponse(response)
  return response.blob()
}
