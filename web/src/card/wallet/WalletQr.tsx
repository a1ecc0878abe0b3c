import { Smartphone } from 'lucide-react'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { texts } from './texts'
import type { WalletOffer } from './walletOffer'

interface WalletQrProps {
  offer: WalletOffer | null
  wide?: boolean
}

const size = 148

/** A QR that opens the card on a phone. Collapsed, because two visible QRs may be confused. */
export function WalletQr({ offer, wide = false }: WalletQrProps) {
  if (!offer?.lead) return null
  return (
    <details className="text-center">
      <summary className={cx(buttonLook({ variant: 'secondary', wide }), 'cursor-pointer')}>
        <span className="flex items-center gap-2">
          <Smartphone aria-hidden="true" className="size-5" />
          {texts.lead}
        </span>
      </summary>
      <div className="mt-2 grid justify-items-center gap-2">
        <img
          src={offer.lead}
          alt={texts.leadAlt}
          width={size}
          height={size}
          loading="lazy"
          className="rounded-small"
        />
        <p className="max-w-72 text-small text-ink-soft">{texts.scan[offer.of]}</p>
      </div>
    </details>
  )
}
