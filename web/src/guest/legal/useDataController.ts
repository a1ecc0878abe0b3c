import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { usePageData } from '@/api/pageData'
import { publicApi } from '@/api/public'
import type { LegalIdentity } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

export interface LegalSubject {
  namedId: string | null
  onDevice: string | null
}

/** The data controller; null if no business is known. */
export type ControllerState =
  | { state: 'loading' | 'failed' }
  | { state: 'known'; identity: LegalIdentity | null }

/** Fetches the data controller of the named, the device's or the fixed business. `retry` fetches again. */
export function useDataController({
  namedId,
  onDevice,
}: LegalSubject): ControllerState & { retry: () => void } {
  const renderedController = usePageData()?.legal
  const isRendered =
    renderedController !== undefined && (onDevice === null || onDevice === renderedController?.businessId)
  const id = namedId ?? onDevice
  const { data, error, refetch } = useFetch(() => fetchControllerOrNull(id), {
    key: id,
    initialData: isRendered ? renderedController : undefined,
  })
  if (data !== undefined) return { state: 'known', identity: data, retry: refetch }
  return { state: error === null ? 'loading' : 'failed', retry: refetch }
}

async function fetchControllerOrNull(id: string | null): Promise<LegalIdentity | null> {
  try {
    return await fetchController(id)
  } catch (error) {
    if (isUnknownBusiness(error)) return null
    throw error
  }
}

async function fetchController(businessId: string | null): Promise<LegalIdentity> {
  const id = businessId ?? (await unwrap(publicApi.GET('/public/fixed-business'))).id
  return unwrap(publicApi.GET('/public/businesses/{id}/legal', { params: { path: { id } } }))
}

function isUnknownBusiness(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500
}
