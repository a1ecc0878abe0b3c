import { useEffect, useRef } from 'react'
import { customerIdFromScan } from '@/lib/qr'

const maxLength = 500

/** Takes the content of a QR that a USB reader typed. */
export type OnScan = (content: string, source: 'reader') => void

/**
 * Reports a QR that a USB reader types wherever the focus is, followed by Enter or Tab. That key has no other
 * effect.
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

/** The QR at the end of the typed text, which may begin with a note; null without one. */
function scanAtEnd(typed: string): string | null {
  if (!/customerId|\/public\/customers\//i.test(typed)) return null
  const scanned = typed.slice(Math.max(typed.search(/\{|https?:/i), 0))
  return customerIdFromScan(scanned) === null ? null : scanned
}
