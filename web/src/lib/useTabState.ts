import { useState } from 'react'
import { readStored, removeStored, writeStored } from './storage'

/** Stored in the tab across reloads; null removes it. `merge` adds the page's data. */
export function useTabState<Value>(
  key: string,
  initial: Value,
  merge: (kept: Value) => Value = (kept) => kept,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => merge((readStored(key, 'tab') as Value | null) ?? initial))
  const keep = (next: Value) => {
    setValue(next)
    if (next === null) removeStored(key, 'tab')
    else writeStored(key, next, 'tab')
  }
  return [value, keep]
}
