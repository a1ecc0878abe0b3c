import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  onDone: () => void
  children: ReactNode
}

/** Prints only its children, once their images are decoded. */
export function PrintSheet({ onDone, children }: PrintSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let isUnmounted = false
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])]
    void Promise.allSettled(pictures.map(async (picture) => picture.decode())).then(() => {
      if (!isUnmounted) window.print()
    })
    window.addEventListener('afterprint', onDone)
    return () => {
      isUnmounted = true
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone])

  return createPortal(
    <div ref={sheet} className="print-sheet">
      {children}
    </div>,
    document.body,
  )
}
