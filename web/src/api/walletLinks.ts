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

export function walletLinks({ familyPassesUrl, familyGooglePass, ...answer }: PassAnswer) {
  const base = apiBaseUrl()
  const addressOf = (link?: string | null) => (link ? resolveUrl(link, base) : null)
  const apple = addressOf(answer.passUrl)
  const google = addressOf(answer.googlePassUrl)
  const way = apple ?? google
  return {
    apple,
    google,
    lead: way ? new URL('pass.png', way).href : '',
    badges: { apple: addressOf(answer.passBadge), google: addressOf(answer.googlePassBadge) },
    family: addressOf(familyPassesUrl),
    googleFamily: familyGooglePass && {
      href: resolveUrl(familyGooglePass.url, base) ?? '',
      saves: familyGooglePass.saves,
      cards: familyGooglePass.cards,
    },
  }
}
