import { inBrowser } from './inBrowser'

/** A telephone or tablet by who makes its wallet, or a computer. */
export type DeviceKind = 'apple' | 'android' | 'computer'

/** What a browser does with the file of a pass: Safari takes several in one, others one, those within other apps none. */
export type BrowserKind = 'safari' | 'other' | 'app'

/** What a page is looked at with. The server has the same in internal/httpapi/browsers.go, held to the same examples. */
export interface Browser {
  device: DeviceKind
  kind: BrowserKind
}

/** What apps add to the User-Agent of their own browsers. */
const inAppBrowser =
  /Instagram|FBAN\/|FBAV\/|FB_IAB|FBIOS|Barcelona |WhatsApp\/|musical_ly|BytedanceWebview|TikTok|Twitter for |LinkedInApp|Snapchat|Pinterest\/| Line\/|MicroMessenger|Telegram|GSA\/|KAKAOTALK|NAVER\(inapp|Viber|Discord|Reddit\/|Outlook-iOS|; wv\)/

/** Those of browsers on Apple's devices that are not Safari. */
const notSafari =
  /CriOS\/|FxiOS\/|EdgiOS\/|OPiOS\/|OPT\/|DuckDuckGo\/|Ddg\/|OPX\/|Brave\/|YaBrowser\/|UCBrowser\/|Vivaldi\/|Focus\/|Ecosia|Whale\/|Chrome\/|Firefox\/|Edg\//

const handheld = /iPhone|iPad|iPod/

/** What a User-Agent says. A tablet of Apple's calls itself a Macintosh; no Macintosh is touched. */
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

/** What this page is looked at with; null on the server, which draws for all. */
export function currentBrowser(): Browser | null {
  if (!inBrowser) return null
  const browser = detectBrowser(navigator.userAgent, navigator.maxTouchPoints > 1)
  // A page on the home screen of an iPhone says as little of Safari as one within an app, and takes one pass.
  return isOnHomeScreen() ? { ...browser, kind: 'other' } : browser
}

const isOnHomeScreen = () => 'standalone' in navigator && navigator.standalone === true
