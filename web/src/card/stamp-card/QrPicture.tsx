import { type ReactNode, useState } from 'react'
import { Button } from '@/kit/Button'
import { texts } from './texts'

interface QrPictureProps {
  src: string
  alt: string
  /** Width and height in pixels. */
  size: number
  /** What a press on it does, and what stands below it within the button. */
  press?: { act: () => void; below: ReactNode }
}

/** The picture of a code on a QrCard or a QrPlate; says so when it does not come. */
export function QrPicture({ src, alt, size, press }: QrPictureProps) {
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <div role="alert" className="grid justify-items-center gap-3 text-center text-on-brass">
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
