import { abortWith } from './abortWith'

/** Seconds, minutes or hours, rounded up. Null: unknown. */
export function sayWait(seconds: number | null): string {
  if (seconds === null) return 'un momento'
  if (seconds < 60) return seconds === 1 ? 'un segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} horas`
  return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
    function finish() {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}

/** Waits. Ends early if the page becomes visible, or is when the network returns. */
export async function waitUntilVisible(milliseconds: number, signal: AbortSignal): Promise<void> {
  const sooner = new AbortController()
  const wake = () => document.visibilityState === 'visible' && sooner.abort()
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  const unlink = abortWith(sooner, signal)
  await pause(milliseconds, sooner.signal)
  unlink()
  document.removeEventListener('visibilitychange', wake)
  window.removeEventListener('online', wake)
}
