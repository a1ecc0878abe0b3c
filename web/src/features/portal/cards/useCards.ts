import { useCallback, useState } from 'react'
import { loadCards } from '@/api/ownLists'
import type { PortalCard } from '@/api/types'

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
  const [cards, setCards] = useState<readonly PortalCard[] | null>(null)
  const [unread, setUnread] = useState<unknown>(null)
  const load = useCallback(() => {
    setUnread(null)
    loadCards().then(setCards, setUnread)
  }, [])
  return { cards: cards ?? none, areRead: cards !== null, unread, load, forget: () => setCards(null) }
}
