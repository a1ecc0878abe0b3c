import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { type PageData, usePageData } from '@/api/pageData'
import { publicApi } from '@/api/public'
import type { PublicBusiness } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

/** What is known of the business that the address names. */
export type BusinessState =
  | { state: 'loading' | 'unknown' | 'unreachable' }
  | { state: 'open' | 'suspended'; business: PublicBusiness }

/** Asks for a business, or with null for the one that the server has fixed; `retry` asks again after a failure. */
export function useBusiness(id: string | null): BusinessState & { retry: () => void } {
  const known = stateOf(usePageData())
  const { data, error, refetch } = useFetch(() => fetchBusiness(id), {
    key: id,
    initialData: known ?? undefined,
  })
  return { ...(data ?? { state: error === null ? 'loading' : 'unreachable' }), retry: refetch }
}

/** What the server has drawn is of the business that the address names: there is no other on the page. */
function stateOf(shown: PageData | null): BusinessState | null {
  if (!shown) return null
  return shown.business ? openOrNot(shown.business) : { state: 'unknown' }
}

function openOrNot(business: PublicBusiness): BusinessState {
  return { state: business.status === 'SUSPENDED' ? 'suspended' : 'open', business }
}

async function fetchBusiness(id: string | null): Promise<BusinessState> {
  try {
    const business = await answer(
      id === null
        ? publicApi.GET('/public/fixed-business')
        : publicApi.GET('/public/businesses/{id}', { params: { path: { id } } }),
    )
    return openOrNot(business)
  } catch (error) {
    if (isApiError(error) && isUnknownStatus(error.status)) return { state: 'unknown' }
    throw error
  }
}

/** Whether the server has answered that there is no such business, rather than that it has trouble. */
function isUnknownStatus(status: number): boolean {
  return status === 404 || status === 400 || status === 422
}
