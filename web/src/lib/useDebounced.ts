import { useEffect, useState } from 'react'

/** Returns `value` once it has been unchanged for `pause` milliseconds. */
export function useDebounced<Value>(value: Value, pause = 250): Value {
  const [debouncedValue, setDebouncedValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return debouncedValue
}
