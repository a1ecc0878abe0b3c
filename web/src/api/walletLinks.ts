import { apiBaseUrl, resolveUrl } from './baseUrl'
import type { Own, PassLinks } from './types'

type PassAnswer = Partial<PassLinks & Pick<Own, 'familyPassesUrl' | 'familyGooglePass'>>

/** Missing links become null. */
export function passLinksOf({
  passUrl = null,
  googlePassUrl = null,
  passBadge = null,
  googlePassBadge = null,
}: Partial<PassLinks>): PassLinks {
  return { passUrl, googlePassUrl, passBadge, googlePassBadge }
}

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
