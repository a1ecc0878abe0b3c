import { addressIn, apiBaseUrl } from './baseUrl'
import type { Own, PassLinks } from './types'

type Told = { id: string } & Partial<PassLinks & Pick<Own, 'familyPassesUrl'>>

/** The ways to a customer's card for each wallet, where the server says that there are any. */
export function walletLinks({ id, passUrl, googlePassUrl, familyPassesUrl }: Told) {
  const base = apiBaseUrl()
  return {
    apple: passUrl ? addressIn(passUrl, base) : null,
    google: googlePassUrl ? addressIn(googlePassUrl, base) : null,
    lead: `${base}/public/customers/${encodeURIComponent(id)}/pass.png`,
    family: familyPassesUrl ? addressIn(familyPassesUrl, base) : null,
  }
}
