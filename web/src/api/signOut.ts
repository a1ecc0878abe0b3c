import { apiBaseUrl } from './baseUrl'
import type { paths } from './types'

type SignOut = Extract<keyof paths, '/auth/logout' | '/portal/me/logout'>

/** Does not wait for the response. If the request is lost, the token stays valid until it expires. */
export function sendSignOut(path: SignOut, token: string | undefined): void {
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  fetch(apiBaseUrl() + path, { method: 'POST', headers, keepalive: true }).catch(() => {})
}
