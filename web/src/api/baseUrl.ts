declare global {
  interface Window {
    /** Set by a page that is served elsewhere than its API. */
    __AXIOMA_API_BASE__?: string
  }
}

/** Where the API is: as built, else as the page says, else at the host that was built in, else beside the page. */
export function apiBaseUrl(
  built: string | undefined = import.meta.env.VITE_API_BASE,
  said: string | undefined = window.__AXIOMA_API_BASE__,
  host: string | undefined = import.meta.env.VITE_API_HOST,
  origin: string = window.location.origin,
): string {
  return (built || said || `${(host || origin).replace(/\/+$/, '')}/api`).replace(/\/+$/, '')
}

/** An address that a server says, from its root on or whole; null where it is none. */
export function resolveUrl(said: string, base: string): string | null {
  try {
    return new URL(said, base).href
  } catch {
    return null
  }
}
