import { useEffect, useState } from 'react'

/** Returns `value` once it has been unchanged for `pause` milliseconds. */
export function useDebounced<Value>(value: Value, pause = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
