import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { usePageData } from '@/api/pageData'
import { publicApi } from '@/api/public'
import type { LegalIdentity } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

/** Of whose customers a legal page speaks. */
export interface LegalSubject {
  /** The business in the address of the page. */
  named: string | null
  /** Where the address names none: the one where somebody is signed in on this device. */
  onDevice: string | null
}

/** Who answers for the data; null where no business is known that would. */
export type ControllerState =
  | { state: 'loading' | 'failed' }
  | { state: 'known'; identity: LegalIdentity | null }

/** Asks who answers for the data, with no business at all for the one that the server has fixed; `retry` asks again after a failure. */
export function useDataController({
  named,
  onDevice,
}: LegalSubject): ControllerState & { retry: () => void } {
  const rendered = usePageData()?.legal
  const isRendered = rendered !== undefined && (onDevice === null || onDevice === rendered?.businessId)
  const id = named ?? onDevice
  const { data, error, refetch } = useFetch(() => fetchControllerOrNull(id), {
    key: id,
    initialData: isRendered ? rendered : undefined,
  })
  if (data !== undefined) return { state: 'known', identity: data, retry: refetch }
  return { state: error === null ? 'loading' : 'failed', retry: refetch }
}

/** Null where the server says that there is no such business. */
async function fetchControllerOrNull(id: string | null): Promise<LegalIdentity | null> {
  try {
    return await fetchController(id)
  } catch (error) {
    if (isUnknownBusiness(error)) return null
    throw error
  }
}

async function fetchController(businessId: string | null): Promise<LegalIdentity> {
  const id = businessId ?? (await answer(publicApi.GET('/public/fixed-business'))).id
  return answer(publicApi.GET('/public/businesses/{id}/legal', { params: { path: { id } } }))
}

/** Whether the server has answered that there is no such business, rather than that it has trouble. */
function isUnknownBusiness(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500
}
