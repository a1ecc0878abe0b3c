import { useEffect, useState } from 'react'
import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import { type Shown, useShown } from '@/api/shown'
import type { PublicBusiness } from '@/api/types'

/** What is known of the business that the address names. */
export type BusinessState =
  | { state: 'loading' | 'unknown' | 'unreachable' }
  | { state: 'open' | 'suspended'; business: PublicBusiness }

/** Asks for a business, or with null for the one that the server has fixed; `retry` asks again after a failure. */
export function useBusiness(id: string | null): BusinessState & { retry: () => void } {
  const known = stateOf(useShown())
  const [found, setFound] = useState<BusinessState>(known ?? { state: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try asks anew
  useEffect(() => {
    if (known) return
    let current = true
    setFound({ state: 'loading' })
    void askFor(id).then((result) => current && setFound(result))
    return () => {
      current = false
    }
  }, [id, tries])
  return { ...found, retry: () => setTries(tries + 1) }
}

/** What the server has drawn is of the business that the address names: there is no other on the page. */
function stateOf(shown: Shown | null): BusinessState | null {
  if (!shown) return null
  return shown.business ? openOrNot(shown.business) : { state: 'unknown' }
}

function openOrNot(business: PublicBusiness): BusinessState {
  return { state: business.status === 'SUSPENDED' ? 'suspended' : 'open', business }
}

async function askFor(id: string | null): Promise<BusinessState> {
  try {
    const business = await answer(
      id === null
        ? publicApi.GET('/public/fixed-business')
        : publicApi.GET('/public/businesses/{id}', { params: { path: { id } } }),
    )
    return openOrNot(business)
  } catch (error) {
    return { state: isApiError(error) && isRefusal(error.status) ? 'unknown' : 'unreachable' }
  }
}

/** Whether the server has answered that there is no such business, rather than that it has trouble. */
function isRefusal(status: number): boolean {
  return status === 404 || status === 400 || status === 422
}
