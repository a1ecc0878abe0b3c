import { type Device, thisDevice } from '@/lib/telephone'

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

/** What is offered: the ways into wallets (isDrawn: by the server, after a form), or on a computer the QR that leads there. */
export type WalletOffer =
  | { links: WalletWay[]; family?: FamilyWay | null; isDrawn: boolean; lead?: never }
  | { lead: string; of: Wallet | 'both'; links?: never; family?: never; isDrawn?: never }

const wallets: readonly Wallet[] = ['apple', 'google']
const walletOn = { apple: 'apple', android: 'google' } as const

/** What of it is for a device; null where that is nothing. Whoever does not know the device offers all. */
export function walletOffer(links: WalletLinks, device: Device | null = thisDevice()): WalletOffer | null {
  const made = wallets.flatMap((wallet) => {
    const href = links[wallet]
    return href ? [{ wallet, href, badge: links.badges?.[wallet] }] : []
  })
  const only = made[0]?.wallet
  if (!only) return null
  if (device === 'computer') return { lead: links.lead, of: made.length > 1 ? 'both' : only }
  const own = device ? made.filter(({ wallet }) => wallet === walletOn[device]) : made
  if (own.length === 0) return null
  return { links: own, family: familyOn(device, links), isDrawn: !device }
}

function familyOn(device: Device | null, { family, googleFamily }: WalletLinks): FamilyWay | null {
  if (device === 'apple' && family) return { href: family }
  return (device === 'android' && googleFamily) || null
}
