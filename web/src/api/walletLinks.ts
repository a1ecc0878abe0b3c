import { apiBaseUrl, resolveUrl } from './baseUrl'
import type { Own, PassLinks } from './types'

type PassAnswer = Partial<PassLinks & Pick<Own, 'familyPassesUrl' | 'familyGooglePass'>>

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
export function walletLinks({ familyPassesUrl, familyGooglePass, ...answered }: PassAnswer) {
  const base = apiBaseUrl()
  const addressOf = (answered?: string | null) => (answered ? resolveUrl(answered, base) : null)
  const apple = addressOf(answered.passUrl)
  const google = addressOf(answered.googlePassUrl)
  const way = apple ?? google
  return {
    apple,
    google,
    lead: way ? new URL('pass.png', way).href : '',
    badges: { apple: addressOf(answered.passBadge), google: addressOf(answered.googlePassBadge) },
    family: addressOf(familyPassesUrl),
    googleFamily: familyGooglePass && {
      href: resolveUrl(familyGooglePass.url, base) ?? '',
      saves: familyGooglePass.saves,
      cards: familyGooglePass.cards,
    },
  }
}
