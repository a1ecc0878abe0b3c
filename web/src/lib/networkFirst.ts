/** Milliseconds until the response headers must arrive. */
export const networkTimeout = 4_000

/** Uses the cached page on a timeout, network error or 5xx. A started body may take any time. */
export async function networkFirst(
  request: Request,
  findCached: () => Promise<Response | undefined>,
): Promise<Response> {
  const timeout = new AbortController()
  const alarm = setTimeout(() => timeout.abort(), networkTimeout)
  try {
    const page = await fetch(request, { signal: timeout.signal })
    return page.status >= 500 ? ((await findCached()) ?? page) : page
  } catch (error) {
    const cached = await findCached()
    if (cached) return cached
    throw error
  } finally {
    clearTimeout(alarm)
  }
}
