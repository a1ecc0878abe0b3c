import { Download } from 'lucide-react'
import { apiBaseUrl } from '@/api/baseUrl'
import type { Own } from '@/api/types'
import { shortId } from '@/lib/ids'
import { buttonLook } from '@/ui/buttonLook'
import { QrCard } from '@/ui/stamp-card/QrCard'
import { QrPicture } from '@/ui/stamp-card/QrPicture'
import { texts } from './texts'

const size = 192

/** The customer's QR, to be shown at the counter. */
export function OwnQr({ own }: { own: Own }) {
  const address = new URL(own.qrUrl || `${apiBaseUrl()}/public/customers/${own.id}/qr.png`, apiBaseUrl())
  const download = new URL(address)
  download.searchParams.set('download', '1')
  return (
    <section aria-label={texts.points.qr} className="grid justify-items-center gap-3">
      <QrCard businessName={own.businessName} customerName={own.name}>
        <QrPicture src={address.href} alt={texts.points.qrAlt(own.name)} size={size} />
      </QrCard>
      <p className="text-center text-ink-soft">{texts.points.qrHelp}</p>
      <a
        href={download.href}
        download={`qr-${shortId(own.id)}.png`}
        className={buttonLook({ variant: 'secondary' })}
      >
        <span className="flex items-center gap-2">
          <Download aria-hidden="true" className="size-5" />
          {texts.points.qrDownload}
        </span>
      </a>
    </section>
  )
}
