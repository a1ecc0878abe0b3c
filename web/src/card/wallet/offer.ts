import { inBrowser } from '@/lib/inBrowser'
import { type Browser, thisBrowser } from '@/lib/telephone'

/** A wallet that a card can be kept in. */
export type Wallet = 'apple' | 'google'

/** The ways to a customer's card for each wallet: null where none is made. */
export type WalletLinks = Readonly<Record<Wallet, string | null>> & {
  /** Where the QR is by which a telephone finds its own. */
  lead: string
  /** The vendors' artwork for the buttons: null where the operator has none. */
  badges?: Readonly<Record<Wallet, string | null>>
  /** Her card and her children's for Apple's wallet in one step; left out where there is one card. */
  family?: string | null
  /** The same for Google's. */
  googleFamily?: FamilyWay | null
}

/** The way of several cards into a wallet. */
export interface FamilyWay {
  href: string
  /** How many it saves, and how many there are: Google's link has room for some. Apple's says neither. */
  saves?: number
  cards?: number
}

/** The way into a wallet, and the vendor's artwork for its button. */
export interface WalletWay {
  wallet: Wallet
  href: string
  badge?: string | null
}

/**
 * What is offered: the ways into wallets (isDrawn: by the server, after a form), on a computer the QR that leads there, or
 * within another app the address to open in a browser.
 */
export type WalletOffer =
  | { links: WalletWay[]; family?: FamilyWay | null; isDrawn: boolean; lead?: never; elsewhere?: never }
  | { lead: string; of: Wallet | 'both'; links?: never; family?: never; isDrawn?: never; elsewhere?: never }
  | { elsewhere: WalletWay; links?: never; family?: never; isDrawn?: never; lead?: never }

const wallets: readonly Wallet[] = ['apple', 'google']
const walletOn = { apple: 'apple', android: 'google' } as const

/** What of it is for a browser; null where that is nothing. Where the browser is not known all is offered. */
export function walletOffer(
  links: WalletLinks,
  browser: Browser | null | undefined = thisBrowser(),
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
  return { links: own, family: browser ? familyIn(browser, links) : null, isDrawn: !browser || !inBrowser }
}

/** The look of 'save the QR' beside an offer: a button into a wallet comes first, a QR that leads there does not. */
export function saveVariant(offer: WalletOffer | null): 'primary' | 'secondary' {
  return offer && !offer.lead ? 'secondary' : 'primary'
}

/** Several cards in one file are for Safari alone. */
function familyIn({ device, kind }: Browser, { family, googleFamily }: WalletLinks): FamilyWay | null {
  if (device === 'apple' && kind === 'safari' && family) return { href: family }
  return (device === 'android' && googleFamily) || null
}
