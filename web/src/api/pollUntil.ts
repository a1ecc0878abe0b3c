import { waitUntilVisible } from '@/lib/waits'
import { isApiError } from './error'

const pollInterval = 2_000

/**
 * Asks again and again, and at once when somebody looks at the page again, until there is an answer: `null` when the time
 * is up first. A page that slept until then asks once more. A question that goes astray is asked again; one that is
 * refused throws.
 */
export async function pollUntil<Answer>(
  poll: () => Promise<Answer | null>,
  duration: number,
  signal: AbortSignal,
): Promise<Answer | null> {
  const end = Date.now() + duration
  while (!signal.aborted) {
    const answer = await poll().catch((error: unknown) => {
      if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) throw error
      return null
    })
    if (answer !== null || Date.now() >= end) return answer
    await waitUntilVisible(pollInterval, signal)
  }
  return null
}
