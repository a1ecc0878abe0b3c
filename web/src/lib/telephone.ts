import { inBrowser } from './inBrowser'

/** A telephone or tablet by who makes its wallet, or a computer. */
export type Device = 'apple' | 'android' | 'computer'

/** What this page is looked at on; null on the server, which draws for all. */
export function thisDevice(): Device | null {
  if (!inBrowser) return null
  const { userAgent, maxTouchPoints } = navigator
  if (/Android/.test(userAgent)) return 'android'
  // A tablet of Apple's calls itself a Macintosh; no Macintosh is touched.
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  return isTablet || /iPhone|iPad|iPod/.test(userAgent) ? 'apple' : 'computer'
}
