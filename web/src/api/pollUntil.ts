import { waitUntilVisible } from '@/lib/waits'
import { isApiError } from './error'

const pollInterval = 2_000

/**
 * Polls until `poll` returns an answer; null after `duration`. Polls at once when the page becomes visible, and
 * once more after the end. Throws a 4xx except 429, and retries other errors.
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
