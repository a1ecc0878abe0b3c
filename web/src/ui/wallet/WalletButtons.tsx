import { Smartphone, WalletCards } from 'lucide-react'
import { type ButtonLook, buttonLook } from '../buttonLook'
import { cx } from '../cx'
import type { WalletOffer } from './offer'
import { texts } from './texts'

interface WalletButtonsProps {
  /** Nothing is shown of none. */
  offer: WalletOffer | null
  look?: ButtonLook
}

/**
 * The way of a card into the wallet of this telephone; on a computer the QR by which a telephone gets there. It is gone to,
 * and not fetched: browsers offer a pass that is the answer to a page.
 */
export function WalletButtons({ offer, look = {} }: WalletButtonsProps) {
  if (!offer) return null
  if ('lead' in offer) return <Lead {...offer} wide={look.wide ?? false} />
  return offer.links.map(({ wallet, href }) => (
    <a key={wallet} href={href} className={buttonLook(look)}>
      <span className="flex items-center gap-2">
        <WalletCards aria-hidden="true" className="size-5" />
        {texts.add[wallet]}
      </span>
    </a>
  ))
}

const leadSize = 148

/** Shut at first: two codes on one screen would be taken for each other. */
function Lead({ lead, of, wide }: Extract<WalletOffer, { lead: string }> & { wide: boolean }) {
  return (
    <details className={cx(wide && 'w-full')}>
      <summary className={cx(buttonLook({ variant: 'secondary', wide }), 'cursor-pointer')}>
        <span className="flex items-center gap-2">
          <Smartphone aria-hidden="true" className="size-5" />
          {texts.lead}
        </span>
      </summary>
      <div className="mt-2 grid justify-items-center gap-2 text-center">
        <img
          src={lead}
          alt={texts.leadAlt}
          width={leadSize}
          height={leadSize}
          loading="lazy"
          className="rounded-small"
        />
        <p className="max-w-72 text-small text-ink-soft">{texts.scan[of]}</p>
      </div>
    </details>
  )
}
