/** How long a server may take to begin its answer, in milliseconds. */
export const networkTimeout = 4_000

/**
 * The page as the server has it. The kept one takes its place where the server's headers do not come in time, or where it
 * has trouble. A body that has begun may take as long as it needs.
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
    const cached = await findCached()
    if (cached) return cached
    throw error
  } finally {
    clearTimeout(alarm)
  }
}
