import { newIdempotencyKey } from './ids'
import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.keys'

/** How long somebody who got no answer may want to try the same thing again, in milliseconds. */
const keyLifetime = 10 * 60_000

type Keys = Record<string, { key: string; at: number }>

/** The key of a request: as long as a try of it has no answer, also after a reload, the same. */
export function openIdempotencyKey(request: string): string {
  const keys = readOpenKeys()
  const key = keys[request]?.key ?? newIdempotencyKey()
  writeStored(storageKey, { ...keys, [request]: { key, at: Date.now() } }, 'tab')
  return key
}

/** Ends a request that was answered: the next one like it is another. */
export function closeIdempotencyKey(request: string): void {
  const { [request]: _answered, ...others } = readOpenKeys()
  if (Object.keys(others).length > 0) writeStored(storageKey, others, 'tab')
  else removeStored(storageKey, 'tab')
}

/** Ends all requests of this tab: whoever made them is gone, and what they were about must not stay. */
export function clearIdempotencyKeys(): void {
  removeStored(storageKey, 'tab')
}

function readOpenKeys(): Keys {
  const stored = readStored(storageKey, 'tab')
  if (typeof stored !== 'object' || stored === null) return {}
  const isOpen = ({ key, at }: Keys[string]) => typeof key === 'string' && Date.now() - at < keyLifetime
  return Object.fromEntries(
    Object.entries(stored as Keys).filter(([, kept]) => kept !== null && isOpen(kept)),
  )
}
