import { useEffect, useState } from 'react'
import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import { useShown } from '@/api/shown'
import type { LegalIdentity } from '@/api/types'

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
  const [found, setFound] = useState<Responsible>(
    isDrawn ? { state: 'known', identity: drawn } : { state: 'loading' },
  )
  const [tries, setTries] = useState(0)
  const id = named ?? onDevice
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try asks anew
  useEffect(() => {
    if (isDrawn) return
    let current = true
    setFound({ state: 'loading' })
    void askFor(id).then((result) => current && setFound(result))
    return () => {
      current = false
    }
  }, [id, isDrawn, tries])
  return { ...found, retry: () => setTries(tries + 1) }
}

async function askFor(id: string | null): Promise<Responsible> {
  try {
    return { state: 'known', identity: await responsibleFor(id) }
  } catch (error) {
    return isRefusal(error) ? { state: 'known', identity: null } : { state: 'failed' }
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
