/** How long a tab waits for another one that sends, in milliseconds. */
const lockTimeout = 20_000

/**
 * Runs work of that name while no other tab of this device does. A tab that the browser put to sleep may hold on to the name
 * for ever: after a while the work is done all the same, and the keys of the visits keep them from counting twice.
 */
export function deviceLock(name: string) {
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // Pages without https have no locks.
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
