import { useState } from 'react'
import { readStored, removeStored, writeStored } from './storage'

/**
 * State that the tab keeps, so that what was typed survives a reload; null is kept no longer. What the page came with may
 * be `addedTo` it.
 */
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
