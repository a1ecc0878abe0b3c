import { Download } from 'lucide-react'
import { qrDownload, qrPicture } from '@/api/qrPicture'
import type { Own } from '@/api/types'
import { buttonLook } from '@/ui/buttonLook'
import { QrCard } from '@/ui/stamp-card/QrCard'
import { QrPicture } from '@/ui/stamp-card/QrPicture'
import { texts } from './texts'

const size = 192

/** The customer's QR, to be shown at the counter. */
export function OwnQr({ own }: { own: Own }) {
  return (
    <section aria-label={texts.points.qr} className="grid justify-items-center gap-3">
      <QrCard businessName={own.businessName} customerName={own.name}>
        <QrPicture src={qrPicture(own)} alt={texts.points.qrAlt(own.name)} size={size} />
      </QrCard>
      <p className="text-center text-ink-soft">{texts.points.qrHelp}</p>
      <a {...qrDownload(own)} className={buttonLook({ variant: 'secondary' })}>
        <span className="flex items-center gap-2">
          <Download aria-hidden="true" className="size-5" />
          {texts.points.qrDownload}
        </span>
      </a>
    </section>
  )
}
