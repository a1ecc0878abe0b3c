import { useEffect, useState } from 'react'

/** Seconds until `instant` (milliseconds since 1970); updates every second. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [])
  return Math.max(0, Math.ceil((instant - now) / 1000))
}
