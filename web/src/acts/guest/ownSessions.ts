import { answer } from '@/api/client'
import { portalApi } from '@/api/portalSession'

export const closeSession = (id: string) =>
  answer(portalApi.DELETE('/portal/me/sessions/{id}', { params: { path: { id } } }))

export const closeSessions = (butThis: boolean) =>
  answer(portalApi.POST('/portal/me/sessions/close', { body: { butThis } }))
