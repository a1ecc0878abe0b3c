import { useCallback, useEffect, useRef, useState } from 'react'
import { type IdleLeft, readIdleLeft, renewSession, watchRenewals } from '@/api/ownSessions'

/** Seconds. WCAG 2.2.1 requires at least 20. */
const warningSeconds = 300

/**
 * Milliseconds between checks while the warning is open, because another tab may renew the session. Also the
 * delay after a check without a response.
 */
const recheck = 30_000

/**
 * Extends the session on mount. Then checks when it ends, by requests that do not extend it. `endsAt` is null
 * until the end is near. Instants are those of performance.now(), which is independent of the device's clock.
 */
export function useIdleEnd() {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastAsked = useRef(0)

  const follow = useCallback(async (call: Promise<IdleLeft>) => {
    const mine = ++lastAsked.current
    const secondsLeft = await call
    if (mine !== lastAsked.current) return secondsLeft
    clearTimeout(timer.current)
    if (secondsLeft !== undefined) setEndsAt(endWithinWarning(secondsLeft))
    const next = nextCheck(secondsLeft)
    if (next !== null) timer.current = setTimeout(() => void follow(readIdleLeft()), next)
    return secondsLeft
  }, [])

  useEffect(() => {
    const ask = () => void follow(readIdleLeft())
    const onVisible = () => document.visibilityState === 'visible' && ask()
    void follow(renewSession())
    document.addEventListener('visibilitychange', onVisible)
    const stopWatching = watchRenewals(ask)
    return () => {
      lastAsked.current++
      clearTimeout(timer.current)
      document.removeEventListener('visibilitychange', onVisible)
      stopWatching()
    }
  }, [follow])

  return {
    endsAt,
    hasFailed,
    /** Extends the session, for all tabs. */
    stay: async () => {
      setFailed(false)
      setFailed((await follow(renewSession())) === undefined)
    },
    hide: () => setEndsAt(null),
  }
}

function endWithinWarning(secondsLeft: number | null): number | null {
  return secondsLeft === null || secondsLeft > warningSeconds ? null : performance.now() + secondsLeft * 1000
}

/** Milliseconds until the next check; null if the session has no idle timeout. */
function nextCheck(secondsLeft: IdleLeft): number | null {
  if (secondsLeft === null) return null
  if (secondsLeft === undefined) return recheck
  if (secondsLeft > warningSeconds) return (secondsLeft - warningSeconds) * 1000
  return Math.min(recheck, secondsLeft * 1000 + 1000)
}
