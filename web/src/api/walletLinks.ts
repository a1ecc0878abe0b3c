import { addressIn, apiBaseUrl } from './baseUrl'
import type { Own, PassLinks } from './types'

type Told = Partial<PassLinks & Pick<Own, 'familyPassesUrl' | 'familyGooglePass'>>

/** What an answer says of passes: what a server leaves out of it is not there. */
export function passLinksOf({
  passUrl = null,
  googlePassUrl = null,
  passBadge = null,
  googlePassBadge = null,
}: Partial<PassLinks>): PassLinks {
  return { passUrl, googlePassUrl, passBadge, googlePassBadge }
}

/** The ways to a customer's card for each wallet, where the server says that there are any, and to the QR beside them. */
export function walletLinks({ familyPassesUrl, familyGooglePass, ...told }: Told) {
  const base = apiBaseUrl()
  const addressOf = (told?: string | null) => (told ? addressIn(told, base) : null)
  const apple = addressOf(told.passUrl)
  const google = addressOf(told.googlePassUrl)
  const way = apple ?? google
  return {
    apple,
    google,
    lead: way ? new URL('pass.png', way).href : '',
    badges: { apple: addressOf(told.passBadge), google: addressOf(told.googlePassBadge) },
    family: addressOf(familyPassesUrl),
    googleFamily: familyGooglePass && {
      href: addressIn(familyGooglePass.url, base) ?? '',
      saves: familyGooglePass.saves,
      cards: familyGooglePass.cards,
    },
  }
}
