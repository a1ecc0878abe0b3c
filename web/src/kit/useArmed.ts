import { createContext, useContext, useEffect, useState } from 'react'

/** Milliseconds for which a changed button ignores clicks. */
export const ArmDelay = createContext(1000)

/**
 * Whether a button accepts clicks. For a short time after its `meaning` changes, it does not, because the second tap
 * of a double tap is meant for the earlier meaning. `longest` limits that time, in milliseconds.
 */
export function useArmed(meaning: string | undefined, longest = Number.POSITIVE_INFINITY): boolean {
  const delay = Math.min(useContext(ArmDelay), longest)
  const [armedMeaning, setArmedMeaning] = useState<string | undefined>()
  useEffect(() => {
    if (meaning === undefined) return
    const timer = setTimeout(() => setArmedMeaning(meaning), delay)
    return () => clearTimeout(timer)
  }, [meaning, delay])
  return meaning === undefined || delay === 0 || armedMeaning === meaning
}
