import { unwrap } from '@/api/client'
import { isApiError, isOffline } from '@/api/error'
import { type PageData, usePageData } from '@/api/pageData'
import { publicApi } from '@/api/public'
import type { PublicBusiness } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

export type BusinessState =
  | { state: 'loading' | 'unknown' | 'offline' | 'unavailable' }
  | { state: 'open' | 'suspended'; business: PublicBusiness }

/** Fetches a business; id null means the fixed business. `retry` fetches again. */
export function useBusiness(id: string | null): BusinessState & { retry: () => void } {
  const renderedState = stateOf(usePageData())
  const { data, error, refetch } = useFetch(() => fetchBusiness(id), {
    key: id,
    initialData: renderedState ?? undefined,
  })
  return { ...(data ?? { state: stateOfError(error) }), retry: refetch }
}

function stateOfError(error: unknown) {
  if (error === null) return 'loading'
  return isOffline(error) ? 'offline' : 'unavailable'
}

function stateOf(page: PageData | null): BusinessState | null {
  if (!page) return null
  return page.business ? registrationState(page.business) : { state: 'unknown' }
}

function registrationState(business: PublicBusiness): BusinessState {
  return { state: business.status === 'SUSPENDED' ? 'suspended' : 'open', business }
}

async function fetchBusiness(id: string | null): Promise<BusinessState> {
  try {
    const business = await unwrap(
      id === null
        ? publicApi.GET('/public/fixed-business')
        : publicApi.GET('/public/businesses/{id}', { params: { path: { id } } }),
    )
    return registrationState(business)
  } catch (error) {
    if (isApiError(error) && isUnknownStatus(error.status)) return { state: 'unknown' }
    throw error
  }
}

function isUnknownStatus(status: number): boolean {
  return status === 404 || status === 400 || status === 422
}
