import { unwrap } from '@/api/client'
import { portalApi } from '@/api/portalSession'

export const closeSession = (id: string) =>
  unwrap(portalApi.DELETE('/portal/me/sessions/{id}', { params: { path: { id } } }))

export const closeSessions = (butThis: boolean) =>
  unwrap(portalApi.POST('/portal/me/sessions/close', { body: { butThis } }))
