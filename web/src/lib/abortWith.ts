/**
 * Ends what a controller holds together with a signal; the answer lets go of that signal again. It stands in for
 * AbortSignal.any, which came to Safari with 17.4 only, and leaves nothing behind on a signal that lives long.
 */
export function abortWith(controller: AbortController, signal: AbortSignal): () => void {
  const end = () => controller.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  return () => signal.removeEventListener('abort', end)
}
