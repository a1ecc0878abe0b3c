import { useEffect, useLayoutEffect, useRef } from 'react'
import { keepAwake } from '@/lib/keepAwake'
import { texts } from '../texts'

interface FullScreenQrProps {
  src: string
  alt: string
  name: string
  onClose: () => void
}

/** Shows the QR on white and keeps the screen awake. */
export function FullScreenQr({ src, alt, name, onClose }: FullScreenQrProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    const closing = new AbortController()
    void keepAwake(closing.signal)
    return () => closing.abort()
  }, [])
  return (
    <dialog ref={dialog} aria-label={texts.points.qr} onClose={onClose} className="qr-whole">
      <button type="button" onClick={onClose} className="qr-whole-press">
        <img src={src} alt={alt} width={328} height={328} />
        {name && (
          <strong translate="no" className="text-title wrap-anywhere">
            {name}
          </strong>
        )}
        <span>{texts.points.qrShut}</span>
      </button>
    </dialog>
  )
}
