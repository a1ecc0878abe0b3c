import { addressIn, apiBaseUrl } from './baseUrl'
import type { PassLinks } from './types'

/** The ways to a customer's card for each wallet, where the server says that there are any. */
export function walletLinks({ id, passUrl, googlePassUrl }: { id: string } & Partial<PassLinks>) {
  const base = apiBaseUrl()
  return {
    apple: passUrl ? addressIn(passUrl, base) : null,
    google: googlePassUrl ? addressIn(googlePassUrl, base) : null,
    lead: `${base}/public/customers/${encodeURIComponent(id)}/pass.png`,
  }
}
