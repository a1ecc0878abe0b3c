import { useCallback, useEffect, useState } from 'react'
import { answer } from '@/api/client'
import { listFrom } from '@/api/lists'
import type { NewChild, OwnChild, PortalCard, PortalSession } from '@/api/types'
import { portalApi } from '../session'

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
  /** Asks again. */
  reload: () => void
}

/** The same for a screen. Nothing is asked before `may`. */
export function useCards(may: boolean): Cards {
  const [cards, setCards] = useState<readonly PortalCard[] | null>(null)
  const [unread, setUnread] = useState<unknown>(null)
  const reload = useCallback(() => {
    setUnread(null)
    loadCards().then(setCards, setUnread)
  }, [])
  useEffect(() => {
    if (may) reload()
  }, [may, reload])
  return { cards: cards ?? none, areRead: cards !== null, unread, reload }
}

/** The session with another of the cards open. */
export const openCard = (id: string): Promise<PortalSession> =>
  answer(portalApi.POST('/portal/me/cards/{id}/open', { params: { path: { id } } }))

/** Adds a child of whoever is signed in, also while another child's card is open. */
export const addOwnChild = (child: NewChild, key: string): Promise<OwnChild> =>
  answer(
    portalApi.POST('/portal/me/children', { params: { header: { 'Idempotency-Key': key } }, body: child }),
  )

/** What a child says who takes her card along to a phone of her own. */
interface OwnPhoneSaid {
  phone: string
  acceptedPrivacy: boolean
  whatsappOptIn: boolean
  acceptedPromotions: boolean
}

/** Gives a child's card a phone of its own, and returns the session with her guardian's card open. */
export const giveOwnPhone = (id: string, body: OwnPhoneSaid, key: string): Promise<PortalSession> =>
  answer(
    portalApi.POST('/portal/me/children/{id}/own-phone', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
