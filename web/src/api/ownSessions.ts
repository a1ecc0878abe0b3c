import { queryOptions } from '@tanstack/react-query'
import { api, businessKey } from '.'
import { answer } from './client'

/** The devices on which the user is signed in. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: businessKey('own-sessions'),
    queryFn: async () => (await answer(api.GET('/auth/sessions'))).items,
  })
}

/** Tells the server that the session is in use. An ended one lapses, as at every call. */
export async function touchSession(): Promise<void> {
  await answer(api.GET('/auth/session')).catch(() => null)
}
