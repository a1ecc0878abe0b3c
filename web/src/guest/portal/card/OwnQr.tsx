import { useEffect } from 'react'
import { cacheQr, readCachedQr } from '@/api/cardCache'
import { readPortalSession } from '@/api/portalSession'
import { qrDownload, qrPictureUrl } from '@/api/qrPicture'
import type { Own, Progress } from '@/api/types'
import { walletLinks } from '@/api/walletLinks'
import { SaveQr } from '@/card/SaveQr'
import { positionOnCard } from '@/card/stamp-card/face'
import { QrPicture } from '@/card/stamp-card/QrPicture'
import { texts as faceTexts } from '@/card/stamp-card/texts'
import { WalletButtons } from '@/card/wallet/WalletButtons'
import { WalletQr } from '@/card/wallet/WalletQr'
import { chooseWalletOffer } from '@/card/wallet/walletOffer'
import { useOverlay } from '@/lib/useOverlay'
import { texts as cardTexts } from '../cards/texts'
import { texts } from '../texts'
import { FullScreenQr } from './FullScreenQr'

const words = texts.points
const size = 328

interface OwnQrProps {
  /** Null until the customer is loaded. Meanwhile the QR in the session is shown. */
  own: Own | null
  /** True after a failed fetch: no wallet links are offered. */
  offline?: boolean
}

export function OwnQr({ own, offline = false }: OwnQrProps) {
  const fullScreen = useOverlay()
  const qrOwner = own ?? qrOwnerOfSession()
  const address = qrOwner && qrPictureUrl(qrOwner)
  useEffect(() => {
    if (address) void cacheQr(address)
  }, [address])
  if (!qrOwner || !address) return null
  const offer = own && !offline ? chooseWalletOffer(walletLinks(own)) : null
  const picture = { src: readCachedQr(address) ?? address, alt: words.qrAlt(qrOwner.name) }
  return (
    <section aria-label={words.qr} className="grid justify-items-center gap-3 lg:sticky lg:top-8">
      <div className="qr-plate">
        <QrPicture
          {...picture}
          key={address}
          size={size}
          press={{
            act: fullScreen.show,
            below: <QrCaption name={qrOwner.name} progress={own?.progress ?? null} />,
          }}
        />
      </div>
      {qrOwner.child && (
        <p className="text-center font-semibold [overflow-wrap:anywhere]">
          {cardTexts.childCard(qrOwner.name)}
        </p>
      )}
      <p className="text-center text-ink-soft">{words.qrHelp}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <WalletButtons offer={offer} />
        <SaveQr file={qrDownload(qrOwner)} label={words.qrDownload} look={{ variant: 'secondary' }} />
      </div>
      <WalletQr offer={offer} />
      {fullScreen.shown && <FullScreenQr {...picture} name={qrOwner.name} onClose={fullScreen.hide} />}
    </section>
  )
}

function QrCaption({ name, progress }: { name: string; progress: Progress | null }) {
  return (
    <span className="grid px-3 pb-3">
      <strong translate="no" className="text-title [overflow-wrap:anywhere]">
        {name || '\u00a0'}
      </strong>
      <span className="font-semibold">{progress ? summaryOf(progress) : '\u00a0'}</span>
      <span className="text-small">{words.qrPress}</span>
    </span>
  )
}

function qrOwnerOfSession(): Pick<Own, 'id' | 'name' | 'child' | 'qrUrl'> | null {
  const { customerId: id = '', qrUrl = '' } = readPortalSession() ?? {}
  return id ? { id, name: '', child: false, qrUrl } : null
}

function summaryOf(card: { count: number; target: number; rewards: readonly unknown[] }): string {
  const { count, target, rewards } = card
  return faceTexts.summary(positionOnCard(count, target), target, rewards.length)
}
