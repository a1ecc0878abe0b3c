import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import { useShown } from '@/api/shown'
import type { LegalIdentity } from '@/api/types'
import { useAsked } from '@/lib/useAsked'

/** Of whose customers a legal page speaks. */
export interface Whose {
  /** The business in the address of the page. */
  named: string | null
  /** Where the address names none: the one where somebody is signed in on this device. */
  onDevice: string | null
}

/** Who answers for the data; null where no business is known that would. */
export type Responsible = { state: 'loading' | 'failed' } | { state: 'known'; identity: LegalIdentity | null }

/** Asks who answers for the data, with no business at all for the one that the server has fixed; `retry` asks again after a failure. */
export function useResponsible({ named, onDevice }: Whose): Responsible & { retry: () => void } {
  const drawn = useShown()?.legal
  const isDrawn = drawn !== undefined && (onDevice === null || onDevice === drawn?.businessId)
  const id = named ?? onDevice
  const { data, error, refetch } = useAsked(() => askFor(id), { key: id, known: isDrawn ? drawn : undefined })
  if (data !== undefined) return { state: 'known', identity: data, retry: refetch }
  return { state: error === null ? 'loading' : 'failed', retry: refetch }
}

/** Null where the server says that there is no such business. */
async function askFor(id: string | null): Promise<LegalIdentity | null> {
  try {
    return await responsibleFor(id)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function responsibleFor(businessId: string | null): Promise<LegalIdentity> {
  const id = businessId ?? (await answer(publicApi.GET('/public/fixed-business'))).id
  return answer(publicApi.GET('/public/businesses/{id}/legal', { params: { path: { id } } }))
}

/** Whether the server has answered that there is no such business, rather than that it has trouble. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500
}
