import { apiBaseUrl } from './baseUrl'
import type { paths } from './types'

type SignOut = Extract<keyof paths, '/auth/logout' | '/portal/me/logout'>

/**
 * Lets the server end a session, so that its token opens nothing more. The page is left at once, and nobody waits:
 * where it is not heard, the token ends when it expires.
 */
export function sendSignOut(path: SignOut, token: string | undefined): void {
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  fetch(apiBaseUrl() + path, { method: 'POST', headers, keepalive: true }).catch(() => {})
}
