declare global {
  interface Window {
    /** Set by a page that is served apart from its API. */
    __AXIOMA_API_BASE__?: string
  }
}

/** Looks in the build, the page, the built-in host and the page's origin, in this order. */
export function apiBaseUrl(
  built: string | undefined = import.meta.env.VITE_API_BASE,
  said: string | undefined = window.__AXIOMA_API_BASE__,
  host: string | undefined = import.meta.env.VITE_API_HOST,
  origin: string = window.location.origin,
): string {
  return (built || said || `${(host || origin).replace(/\/+$/, '')}/api`).replace(/\/+$/, '')
}

/** Null when it is invalid. */
export function resolveUrl(said: string, base: string): string | null {
  try {
    return new URL(said, base).href
  } catch {
    return null
  }
}
