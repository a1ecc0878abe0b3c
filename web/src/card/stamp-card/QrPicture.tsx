import { type ReactNode, useState } from 'react'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { texts } from './texts'

interface QrPictureProps {
  src: string
  alt: string
  /** Pixels. */
  size: number
  press?: { act: () => void; below: ReactNode }
}

/** Shows a retry button if the picture fails to load. */
export function QrPicture({ src, alt, size, press }: QrPictureProps) {
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <div
        role="alert"
        // As tall as the picture, so that a retry shifts no content.
        className={cx(
          'grid content-center justify-items-center gap-3 p-4 text-center text-on-brass',
          press && 'aspect-square w-full',
        )}
      >
        <p>{texts.qrFailed}</p>
        <Button variant="ink" onClick={() => setFailed(false)}>
          {texts.qrRetry}
        </Button>
      </div>
    )
  }
  const picture = <img src={src} alt={alt} width={size} height={size} onError={() => setFailed(true)} />
  if (!press) return picture
  return (
    <button type="button" className="qr-plate-press" onClick={press.act}>
      {picture}
      {press.below}
    </button>
  )
}
