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
    const given = new AbortController()
    const timer = setTimeout(() => given.abort(), lockTimeout)
    let begun = false
    const begin = () => {
      begun = true
      clearTimeout(timer)
      return work()
    }
    try {
      return await navigator.locks.request(name, { signal: given.signal }, begin)
    } catch (error) {
      if (begun) throw error
      return work()
    }
  }
}
