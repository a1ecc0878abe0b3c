/** How long a server may take to begin its answer, in milliseconds. */
export const patience = 4_000

/**
 * The page as the server has it. The kept one takes its place where the server's headers do not come in time, or where it
 * has trouble. A body that has begun may take as long as it needs.
 */
export async function pageOrKept(
  request: Request,
  findKept: () => Promise<Response | undefined>,
): Promise<Response> {
  const late = new AbortController()
  const alarm = setTimeout(() => late.abort(), patience)
  try {
    const page = await fetch(request, { signal: late.signal })
    return page.status >= 500 ? ((await findKept()) ?? page) : page
  } catch (error) {
    const kept = await findKept()
    if (kept) return kept
    throw error
  } finally {
    clearTimeout(alarm)
  }
}
