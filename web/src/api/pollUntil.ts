import { waitUntilVisible } from '@/lib/waits'
import { isApiError } from './error'

const pollInterval = 2_000

/**
 * Null on timeout. A page that becomes visible polls at once, and once more after the timeout. Network
 * errors are retried; a refusal throws.
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
