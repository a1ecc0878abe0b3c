/** Milliseconds to wait for the lock. */
const lockTimeout = 20_000

/**
 * Runs the work while no other tab holds the lock. A suspended tab may hold the lock forever, so after
 * lockTimeout the work runs anyway. Idempotency keys prevent double counting.
 */
export function deviceLock(name: string) {
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The Web Locks API needs https.
    if (!navigator.locks) return work()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), lockTimeout)
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      clearTimeout(timer)
      return work()
    }
    try {
      return await navigator.locks.request(name, { signal: timeout.signal }, begin)
    } catch (error) {
      if (hasBegun) throw error
      return work()
    }
  }
}
