/** Milliseconds within which the response headers must arrive. */
export const networkTimeout = 4_000

/**
 * Serves the cached page on a timeout, a network error or a 5xx. Once the headers have arrived, the
 * body may take any time.
 */
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
    const cachedPage = await findCached()
    if (cachedPage) return cachedPage
    throw error
  } finally {
    clearTimeout(alarm)
  }
}
