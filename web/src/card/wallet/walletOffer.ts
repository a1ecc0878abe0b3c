import { type Browser, currentBrowser } from '@/lib/browser'
import { inBrowser } from '@/lib/inBrowser'

export type WalletKind = 'apple' | 'google'

export type WalletLinks = Readonly<Record<WalletKind, string | null>> & {
  lead: string
  badges?: Readonly<Record<WalletKind, string | null>>
  /** The family's cards for Apple Wallet; absent for a single card. */
  family?: string | null
  /** The family's cards for Google Wallet; absent for a single card. */
  googleFamily?: FamilyPassLink | null
}

export interface FamilyPassLink {
  href: string
  /** Number of cards that Google's link saves, and of all cards. The length of its link is limited; Apple's is not. */
  saves?: number
  cards?: number
}

export interface WalletLink {
  wallet: WalletKind
  href: string
  badge?: string | null
}

/**
 * The offer of passes: links, a QR on computers, or in an in-app browser an address to open elsewhere.
 * `isServerRendered`: the links are in the response to a form.
 */
export type WalletOffer =
  | {
      links: WalletLink[]
      family?: FamilyPassLink | null
      isServerRendered: boolean
      lead?: never
      external?: never
    }
  | {
      lead: string
      of: WalletKind | 'both'
      links?: never
      family?: never
      isServerRendered?: never
      external?: never
    }
  | { external: WalletLink; links?: never; family?: never; isServerRendered?: never; lead?: never }

const wallets: readonly WalletKind[] = ['apple', 'google']
const walletOn = { apple: 'apple', android: 'google' } as const

/** The offer for a browser; null without fitting passes. An unknown browser gets all links. */
export function chooseWalletOffer(
  links: WalletLinks,
  browser: Browser | null | undefined = currentBrowser(),
): WalletOffer | null {
  const device = browser?.device ?? null
  const offers = wallets.flatMap((wallet) => {
    const href = links[wallet]
    return href ? [{ wallet, href, badge: links.badges?.[wallet] }] : []
  })
  const only = offers[0]?.wallet
  if (!only) return null
  if (device === 'computer') return { lead: links.lead, of: offers.length > 1 ? 'both' : only }
  const fitting = device ? offers.filter(({ wallet }) => wallet === walletOn[device]) : offers
  const [first] = fitting
  if (!first) return null
  if (browser?.kind === 'app') return { external: first }
  return {
    links: fitting,
    family: browser ? familyLinkFor(browser, links) : null,
    isServerRendered: !browser || !inBrowser,
  }
}

/** The look of 'save QR': less prominent beside wallet buttons, but not beside a QR. */
export function saveButtonVariant(offer: WalletOffer | null): 'primary' | 'secondary' {
  return offer && !offer.lead ? 'secondary' : 'primary'
}

/** The link to all cards of the family. For Apple Wallet only in Safari, which opens several cards from one file. */
function familyLinkFor(
  { device, kind }: Browser,
  { family, googleFamily }: WalletLinks,
): FamilyPassLink | null {
  if (device === 'apple' && kind === 'safari' && family) return { href: family }
  return (device === 'android' && googleFamily) || null
}
