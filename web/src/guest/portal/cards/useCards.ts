import { loadCards } from '@/api/ownLists'
import type { PortalCard } from '@/api/types'
import { useAsked } from '@/lib/useAsked'

const none: readonly PortalCard[] = []

interface Cards {
  /** None until they have come. */
  cards: readonly PortalCard[]
  areRead: boolean
  /** Why they have not come; null where there is nothing to say. */
  unread: unknown
  /** Asks, also again. */
  load: () => void
  /** Forgets them: they are others now. */
  forget: () => void
}

/** The cards that the customer's phone opens, for a screen. Nothing is asked before it says so. */
export function useCards(): Cards {
  const { data, error, refetch, setData } = useAsked(loadCards, { onDemand: true })
  return {
    cards: data ?? none,
    areRead: data !== undefined,
    unread: error,
    load: refetch,
    forget: () => setData(undefined),
  }
}
