import { apiBaseUrl } from './baseUrl'
import { unwrap } from './client'
import { errorFromResponse, noResponseError } from './error'
import { portalApi, readPortalSession } from './portalSession'
import type { OwnData } from './types'

export const loadOwnData = (): Promise<OwnData> => unwrap(portalApi.GET('/portal/me/data'))

/** A link cannot send the token in a header, so the file is fetched. */
export async function dataFile(format: 'json' | 'csv'): Promise<Blob> {
  const path = format === 'csv' ? '/portal/me/data.csv' : '/portal/me/data?pictures=true'
  const response = await fetch(apiBaseUrl() + path, {
    headers: { Authorization: `Bearer ${readPortalSession()?.token ?? ''}` },
  }).catch((cause: unknown) => Promise.reject(noResponseError(cause)))
  if (!response.ok) throw await errorFromResponse(response)
  return response.blob()
}
