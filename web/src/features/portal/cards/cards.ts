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
