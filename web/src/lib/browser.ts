import { inBrowser } from './inBrowser'

export type DeviceKind = 'apple' | 'android' | 'computer'

/** How the browser opens passes: Safari several per file, others one, in-app browsers none. */
export type BrowserKind = 'safari' | 'other' | 'app'

/** Detected in the same way by internal/httpapi/browsers.go. */
export interface Browser {
  device: DeviceKind
  kind: BrowserKind
}

const inAppBrowser =
  /Instagram|FBAN\/|FBAV\/|FB_IAB|FBIOS|Barcelona |WhatsApp\/|musical_ly|BytedanceWebview|TikTok|Twitter for |LinkedInApp|Snapchat|Pinterest\/| Line\/|MicroMessenger|Telegram|GSA\/|KAKAOTALK|NAVER\(inapp|Viber|Discord|Reddit\/|Outlook-iOS|; wv\)/

const notSafari =
  /CriOS\/|FxiOS\/|EdgiOS\/|OPiOS\/|OPT\/|DuckDuckGo\/|Ddg\/|OPX\/|Brave\/|YaBrowser\/|UCBrowser\/|Vivaldi\/|Focus\/|Ecosia|Whale\/|Chrome\/|Firefox\/|Edg\//

const handheld = /iPhone|iPad|iPod/

/** An iPad claims to be a Macintosh, but has touch. */
export function detectBrowser(userAgent: string, isTouch: boolean): Browser {
  const device = deviceOf(userAgent, isTouch)
  const isWebView =
    handheld.test(userAgent) && userAgent.includes('Mobile/') && !userAgent.includes('Safari/')
  if (inAppBrowser.test(userAgent) || isWebView) return { device, kind: 'app' }
  const isSafari = device === 'apple' && userAgent.includes('Safari/') && !notSafari.test(userAgent)
  return { device, kind: isSafari ? 'safari' : 'other' }
}

function deviceOf(userAgent: string, isTouch: boolean): DeviceKind {
  if (/Android/.test(userAgent)) return 'android'
  return handheld.test(userAgent) || (/Macintosh/.test(userAgent) && isTouch) ? 'apple' : 'computer'
}

/** The browser that runs the page; null on the server. */
export function currentBrowser(): Browser | null {
  if (!inBrowser) return null
  const browser = detectBrowser(navigator.userAgent, navigator.maxTouchPoints > 1)
  // A page installed on the home screen does not identify itself as Safari, and opens one pass at a time.
  return isOnHomeScreen() ? { ...browser, kind: 'other' } : browser
}

const isOnHomeScreen = () => 'standalone' in navigator && navigator.standalone === true
