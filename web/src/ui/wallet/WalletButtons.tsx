import { WalletCards } from 'lucide-react'
import { type ButtonLook, buttonLook } from '../buttonLook'
import type { WalletOffer } from './offer'
import { texts } from './texts'

interface WalletButtonsProps {
  offer: WalletOffer | null
  /** Whose card it is, where there are others beside it. */
  whose?: string
  look?: ButtonLook
}

/**
 * The way of a card into the wallet of this telephone, where that is offered. It is gone to, and not fetched: browsers offer
 * a pass that is the answer to a page.
 */
export function WalletButtons({ offer, whose, look = {} }: WalletButtonsProps) {
  return (
    <>
      {offer?.links?.map(({ wallet, href }) => (
        <Way key={wallet} href={href} look={look}>
          {texts.add(texts.wallets[wallet], whose)}
        </Way>
      ))}
      {offer?.family && (
        <Way href={offer.family} look={{ ...look, variant: 'secondary' }}>
          {texts.addFamily}
        </Way>
      )}
    </>
  )
}

function Way({ href, look, children }: { href: string; look: ButtonLook; children: string }) {
  return (
    <a href={href} className={buttonLook(look)}>
      <span className="flex items-center gap-2">
        <WalletCards aria-hidden="true" className="size-5" />
        {children}
      </span>
    </a>
  )
}
