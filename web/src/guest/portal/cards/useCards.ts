import { loadCards } from '@/api/ownLists'
import type { PortalCard } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

const none: readonly PortalCard[] = []

interface Cards {
  /** None until they have come. */
  cards: readonly PortalCard[]
  isLoaded: boolean
  /** Why they have not come; null where there is nothing to say. */
  error: unknown
  /** Asks, also again. */
  load: () => void
  /** Forgets them: they are others now. */
  forget: () => void
}

/** The cards that the customer's phone opens, for a screen. Nothing is asked before it says so. */
export function useCards(): Cards {
  const { data, error, refetch, setData } = useFetch(loadCards, { isManual: true })
  return {
    cards: data ?? none,
    isLoaded: data !== undefined,
    error,
    load: refetch,
    forget: () => setData(undefined),
  }
}
