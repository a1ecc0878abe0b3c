import { useEffect, useRef } from 'react'
import { customerIdFromScan } from '@/lib/qr'

const maxLength = 500

/** Takes the content of a QR that a USB reader typed. */
export type OnScan = (content: string, source: 'reader') => void

/**
 * Reports a QR that a USB reader types, with Enter or Tab behind it, wherever the focus is. That key does
 * nothing else.
 */
export function useScannedCode(onScanned: (scanned: string) => void): void {
  const latest = useRef(onScanned)
  useEffect(() => {
    latest.current = onScanned
  })
  useEffect(() => {
    let typed = ''
    const collect = (event: KeyboardEvent) => {
      if (event.key.length === 1) typed = (typed + event.key).slice(-maxLength)
      if (event.key !== 'Enter' && event.key !== 'Tab') return
      const scanned = scanAtEnd(typed)
      typed = ''
      if (!scanned) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(scanned)
    }
    document.addEventListener('keydown', collect, true)
    return () => document.removeEventListener('keydown', collect, true)
  }, [])
}

/** A note may precede the QR. */
function scanAtEnd(typed: string): string | null {
  if (!/customerId|\/public\/customers\//i.test(typed)) return null
  const scanned = typed.slice(Math.max(typed.search(/\{|https?:/i), 0))
  return customerIdFromScan(scanned) === null ? null : scanned
}
