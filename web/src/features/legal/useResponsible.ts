import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import type { LegalIdentity } from '@/api/types'

/** Who answers for the data: of the business in the address, else of the one that the server has fixed; null without any. */
export function useResponsible() {
  const { bid } = useSearch({ strict: false })
  return useQuery({
    queryKey: ['legal', bid ?? null],
    queryFn: () => responsibleFor(bid).catch(nobodyWhenUnknown),
    staleTime: 5 * 60_000,
  })
}

async function responsibleFor(businessId: string | undefined): Promise<LegalIdentity | null> {
  const id = businessId ?? (await answer(publicApi.GET('/public/fixed-business'))).id
  return answer(publicApi.GET('/public/businesses/{id}/legal', { params: { path: { id } } }))
}

function nobodyWhenUnknown(error: unknown): null {
  if (isApiError(error) && error.status >= 400 && error.status < 500) return null
  throw error
}
