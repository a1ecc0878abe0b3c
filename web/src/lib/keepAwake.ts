/** Keeps the screen from going dark until the signal, where the browser can. */
export async function keepAwake(signal: AbortSignal): Promise<void> {
  // The lock ends whenever the page is out of sight.
  const again = () => document.visibilityState === 'visible' && void lock(signal)
  document.addEventListener('visibilitychange', again, { signal })
  await lock(signal)
}

/** Resolves as soon as somebody looks at the page; never after the signal. */
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
    const held = await navigator.wakeLock?.request('screen')
    const release = () => void held?.release()
    if (signal.aborted) release()
    signal.addEventListener('abort', release)
  } catch {
    // A battery that runs low refuses it; the camera works all the same.
    return
  }
}
