import { useCallback, useEffect, useState } from 'react'
import { answer } from '@/api/client'
import { listFrom } from '@/api/lists'
import type { NewChild, OwnChild, PortalCard, PortalSession } from '@/api/types'
import { portalApi } from '../session'

/** The cards that the phone of whoever is signed in opens: of every business its own first, then its children's. */
export async function loadCards(): Promise<readonly PortalCard[]> {
  return listFrom<PortalCard>(await answer(portalApi.GET('/portal/me/cards'))).items
}

/** The same for a screen, which is whole without them; `reload` asks again. Nothing is asked before `may`. */
export function useCards(may: boolean): { cards: readonly PortalCard[]; reload: () => void } {
  const [cards, setCards] = useState<readonly PortalCard[]>([])
  const reload = useCallback(() => {
    loadCards().then(setCards, () => undefined)
  }, [])
  useEffect(() => {
    if (may) reload()
  }, [may, reload])
  return { cards, reload }
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
