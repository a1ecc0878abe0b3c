import { useState } from 'react'
import { readStored, removeStored, writeStored } from './storage'

/** State that is stored in the tab across page loads; null removes it. `merge` adds the server's data of the page. */
export function useTabState<Value>(
  key: string,
  initial: Value,
  merge: (storedValue: Value) => Value = (storedValue) => storedValue,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => merge((readStored(key, 'tab') as Value | null) ?? initial))
  const keep = (next: Value) => {
    setValue(next)
    if (next === null) removeStored(key, 'tab')
    else writeStored(key, next, 'tab')
  }
  return [value, keep]
}
