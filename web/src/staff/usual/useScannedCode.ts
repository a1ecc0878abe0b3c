import { useEffect, useRef } from 'react'
import { customerIdFromScan } from '@/lib/qr'

const maxLength = 500

/** Takes the content of a QR that a USB reader typed. */
export type OnScan = (content: string, source: 'reader') => void

/**
 * Reports a QR that a USB reader types wherever the focus is, followed by Enter or Tab. That key has no other
 * effect.
 */
export function useScannedCode(onScanned: (scannedText: string) => void): void {
  const latest = useRef(onScanned)
  useEffect(() => {
    latest.current = onScanned
  })
  useEffect(() => {
    let typedText = ''
    const collect = (event: KeyboardEvent) => {
      if (event.key.length === 1) typedText = (typedText + event.key).slice(-maxLength)
      if (event.key !== 'Enter' && event.key !== 'Tab') return
      const scannedText = scanAtEnd(typedText)
      typedText = ''
      if (!scannedText) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(scannedText)
    }
    document.addEventListener('keydown', collect, true)
    return () => document.removeEventListener('keydown', collect, true)
  }, [])
}

/** The QR at the end of the typed text, which may begin with a note; null without one. */
function scanAtEnd(typedText: string): string | null {
  if (!/customerId|\/public\/customers\//i.test(typedText)) return null
  const scannedText = typedText.slice(Math.max(typedText.search(/\{|https?:/i), 0))
  return customerIdFromScan(scannedText) === null ? null : scannedText
}
