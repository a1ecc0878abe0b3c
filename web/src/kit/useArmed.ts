import { createContext, useContext, useEffect, useState } from 'react'

/** How long a button that spends or destroys does nothing after it appears or means something else, in milliseconds. */
export const ArmDelay = createContext(1000)

/**
 * Whether a press may count: not for a second after what it means has come under the finger. The second tap of a double tap
 * was meant for what stood there before. `longest` shortens the wait, in milliseconds, where a press can be undone.
 */
export function useArmed(meaning: string | undefined, longest = Number.POSITIVE_INFINITY): boolean {
  const delay = Math.min(useContext(ArmDelay), longest)
  const [armed, setArmed] = useState<string | undefined>()
  useEffect(() => {
    if (meaning === undefined) return
    const timer = setTimeout(() => setArmed(meaning), delay)
    return () => clearTimeout(timer)
  }, [meaning, delay])
  return meaning === undefined || delay === 0 || armed === meaning
}
