/**
 * Aborts the controller with the signal. The returned function unlinks them. Replaces AbortSignal.any
 * (missing before Safari 17.4) and leaves no listener on long-lived signals.
 */
export function abortWith(controller: AbortController, signal: AbortSignal): () => void {
  const end = () => controller.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  return () => signal.removeEventListener('abort', end)
}
