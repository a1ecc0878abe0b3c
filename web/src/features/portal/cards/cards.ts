import { useCallback, useState } from 'react'
import { answer } from '@/api/client'
import { listFrom } from '@/api/lists'
import { portalApi } from '@/api/portalSession'
import type { NewChild, OwnChild, PortalCard, PortalSession } from '@/api/types'
import type { OwnPhoneSaid } from '@/ui/child/OwnPhoneForm'

/** The cards that the phone of whoever is signed in opens: of every business its own first, then its children's. */
export async function loadCards(): Promise<readonly PortalCard[]> {
  return listFrom<PortalCard>(await answer(portalApi.GET('/portal/me/cards'))).items
}

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

/** The same for a screen. Nothing is asked before it says so. */
export function useCards(): Cards {
  const [cards, setCards] = useState<readonly PortalCard[] | null>(null)
  const [unread, setUnread] = useState<unknown>(null)
  const load = useCallback(() => {
    setUnread(null)
    loadCards().then(setCards, setUnread)
  }, [])
  return { cards: cards ?? none, areRead: cards !== null, unread, load, forget: () => setCards(null) }
}

/** The session with another of the cards open. */
export const openCard = (id: string): Promise<PortalSession> =>
  answer(portalApi.POST('/portal/me/cards/{id}/open', { params: { path: { id } } }))

/** Adds a child of whoever is signed in, also while another child's card is open. */
export const addOwnChild = (child: NewChild, key: string): Promise<OwnChild> =>
  answer(
    portalApi.POST('/portal/me/children', { params: { header: { 'Idempotency-Key': key } }, body: child }),
  )

/** Gives a child's card a phone of its own, and returns the session with her guardian's card open. */
export const giveOwnPhone = (id: string, body: OwnPhoneSaid, key: string): Promise<PortalSession> =>
  answer(
    portalApi.POST('/portal/me/children/{id}/own-phone', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
