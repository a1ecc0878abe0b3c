import { useState } from 'react'
import { Button } from '../Button'
import { texts } from './texts'

interface QrPictureProps {
  src: string
  alt: string
  /** Width and height in pixels. */
  size: number
}

/** The picture of a code on a QrCard; says so when it does not come. */
export function QrPicture({ src, alt, size }: QrPictureProps) {
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
  return <img src={src} alt={alt} width={size} height={size} onError={() => setFailed(true)} />
}
