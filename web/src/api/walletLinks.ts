import { addressIn, apiBaseUrl } from './baseUrl'
import type { Own, PassLinks } from './types'

type Told = Partial<PassLinks & Pick<Own, 'familyPassesUrl' | 'familyGooglePass'>>

/** The ways to a customer's card for each wallet, where the server says that there are any, and to the QR beside them. */
export function walletLinks({ passUrl, googlePassUrl, familyPassesUrl, familyGooglePass }: Told) {
  const base = apiBaseUrl()
  const apple = passUrl ? addressIn(passUrl, base) : null
  const google = googlePassUrl ? addressIn(googlePassUrl, base) : null
  const way = apple ?? google
  return {
    apple,
    google,
    lead: way ? new URL('pass.png', way).href : '',
    family: familyPassesUrl ? addressIn(familyPassesUrl, base) : null,
    googleFamily: familyGooglePass && {
      href: addressIn(familyGooglePass.url, base) ?? '',
      saves: familyGooglePass.saves,
      cards: familyGooglePass.cards,
    },
  }
}
