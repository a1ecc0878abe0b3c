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
 * a pass that is the answer to a page. Where a form has led to it without a script, its address does not open it again: the
 * tap then says nothing of where it was done, and who is refused is led to her portal.
 */
export function WalletButtons({ offer, whose, look = {} }: WalletButtonsProps) {
  return (
    <>
      {offer?.links?.map(({ wallet, href }) => (
        <Way key={wallet} href={href} look={look} isDrawn={offer.isDrawn}>
          {texts.add(texts.wallets[wallet], whose)}
        </Way>
      ))}
      {offer?.family && (
        <Way href={offer.family.href} look={{ ...look, variant: 'secondary' }}>
          {texts.addFamily(offer.family)}
        </Way>
      )}
    </>
  )
}

interface WayProps {
  href: string
  look: ButtonLook
  isDrawn?: boolean
  children: string
}

function Way({ href, look, isDrawn = false, children }: WayProps) {
  return (
    <a href={href} className={buttonLook(look)} referrerPolicy={isDrawn ? 'no-referrer' : undefined}>
      <span className="flex items-center gap-2">
        <WalletCards aria-hidden="true" className="size-5" />
        {children}
      </span>
    </a>
  )
}
