declare global {
  interface Window {
    /** Set by a page whose host is not the API's. */
    __AXIOMA_API_BASE__?: string
  }
}

/** The base URL of the API: the build's setting, else the page's, else the built-in host, else the page's origin. */
export function apiBaseUrl(
  buildSetting: string | undefined = import.meta.env.VITE_API_BASE,
  value: string | undefined = window.__AXIOMA_API_BASE__,
  host: string | undefined = import.meta.env.VITE_API_HOST,
  origin: string = window.location.origin,
): string {
  return (buildSetting || value || `${(host || origin).replace(/\/+$/, '')}/api`).replace(/\/+$/, '')
}

/** The absolute URL; null if it is invalid. */
export function resolveUrl(value: string, base: string): string | null {
  try {
    return new URL(value, base).href
  } catch {
    return null
  }
}
