/** Keeps the screen on until the signal aborts, if the browser supports it. */
export async function keepAwake(signal: AbortSignal): Promise<void> {
  // The browser releases the lock when the page is hidden.
  const lockAgain = () => document.visibilityState === 'visible' && void lock(signal)
  document.addEventListener('visibilitychange', lockAgain, { signal })
  await lock(signal)
}

/** Resolves when the page is visible. If the signal aborts while it waits, it never resolves. */
export function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'visible') resolve()
    }
    document.addEventListener('visibilitychange', look, { signal })
    look()
  })
}

async function lock(signal: AbortSignal): Promise<void> {
  try {
    const lock = await navigator.wakeLock?.request('screen')
    const release = () => void lock?.release()
    if (signal.aborted) release()
    signal.addEventListener('abort', release)
  } catch {
    // The browser refuses the lock, for example on a low battery.
    return
  }
}
