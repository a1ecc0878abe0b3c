import { type Browser, currentBrowser } from '@/lib/browser'
import { inBrowser } from '@/lib/inBrowser'

/** A wallet that a card can be kept in. */
export type WalletKind = 'apple' | 'google'

/** The ways to a customer's card for each wallet: null where none is made. */
export type WalletLinks = Readonly<Record<WalletKind, string | null>> & {
  /** Where the QR is by which a telephone finds its own. */
  lead: string
  /** The vendors' artwork for the buttons: null where the operator has none. */
  badges?: Readonly<Record<WalletKind, string | null>>
  /** Her card and her children's for Apple's wallet in one step; left out where there is one card. */
  family?: string | null
  /** The same for Google's. */
  googleFamily?: FamilyPassLink | null
}

/** The way of several cards into a wallet. */
export interface FamilyPassLink {
  href: string
  /** How many it saves, and how many there are: Google's link has room for some. Apple's says neither. */
  saves?: number
  cards?: number
}

/** The way into a wallet, and the vendor's artwork for its button. */
export interface WalletLink {
  wallet: WalletKind
  href: string
  badge?: string | null
}

/**
 * What is offered: the ways into wallets (isDrawn: by the server, after a form), on a computer the QR that leads there, or
 * within another app the address to open in a browser.
 */
export type WalletOffer =
  | { links: WalletLink[]; family?: FamilyPassLink | null; isDrawn: boolean; lead?: never; elsewhere?: never }
  | {
      lead: string
      of: WalletKind | 'both'
      links?: never
      family?: never
      isDrawn?: never
      elsewhere?: never
    }
  | { elsewhere: WalletLink; links?: never; family?: never; isDrawn?: never; lead?: never }

const wallets: readonly WalletKind[] = ['apple', 'google']
const walletOn = { apple: 'apple', android: 'google' } as const

/** What of it is for a browser; null where that is nothing. Where the browser is not known all is offered. */
export function chooseWalletOffer(
  links: WalletLinks,
  browser: Browser | null | undefined = currentBrowser(),
): WalletOffer | null {
  const device = browser?.device ?? null
  const made = wallets.flatMap((wallet) => {
    const href = links[wallet]
    return href ? [{ wallet, href, badge: links.badges?.[wallet] }] : []
  })
  const only = made[0]?.wallet
  if (!only) return null
  if (device === 'computer') return { lead: links.lead, of: made.length > 1 ? 'both' : only }
  const own = device ? made.filter(({ wallet }) => wallet === walletOn[device]) : made
  const [first] = own
  if (!first) return null
  if (browser?.kind === 'app') return { elsewhere: first }
  return {
    links: own,
    family: browser ? familyLinkFor(browser, links) : null,
    isDrawn: !browser || !inBrowser,
  }
}

/** The look of 'save the QR' beside an offer: a button into a wallet comes first, a QR that leads there does not. */
export function saveButtonVariant(offer: WalletOffer | null): 'primary' | 'secondary' {
  return offer && !offer.lead ? 'secondary' : 'primary'
}

/** Several cards in one file are for Safari alone. */
function familyLinkFor(
  { device, kind }: Browser,
  { family, googleFamily }: WalletLinks,
): FamilyPassLink | null {
  if (device === 'apple' && kind === 'safari' && family) return { href: family }
  return (device === 'android' && googleFamily) || null
}
