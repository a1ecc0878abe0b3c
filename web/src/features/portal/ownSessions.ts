import { answer } from '@/api/client'
import { itemsOf } from '@/api/lists'
import { portalApi } from '@/api/portalSession'
import type { OpenSession } from '@/api/types'

/** Where the customer's phone is signed in, the newest first. */
export async function loadSessions(): Promise<OpenSession[]> {
  return itemsOf(await answer(portalApi.GET('/portal/me/sessions')))
}

export const closeSession = (id: string) =>
  answer(portalApi.DELETE('/portal/me/sessions/{id}', { params: { path: { id } } }))

/** Ends all sessions, or all but the one that asks. */
export const closeSessions = (butThis: boolean) =>
  answer(portalApi.POST('/portal/me/sessions/close', { body: { butThis } }))
