import { newIdempotencyKey } from './ids'
import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.keys'

/**
 * Milliseconds for which a request without a response keeps its key, from its last attempt. Longer than an outage of
 * the network: a correction that is sent again with another key would count twice.
 */
const keyLifetime = 120 * 60_000

type Keys = Record<string, { key: string; at: number }>

/** Returns the request's open key, or a new one. It is kept when the page is loaded again. */
export function openIdempotencyKey(request: string): string {
  const keys = readOpenKeys()
  const key = keys[request]?.key ?? newIdempotencyKey()
  writeStored(storageKey, { ...keys, [request]: { key, at: Date.now() } }, 'tab')
  return key
}

/** True if the request was sent and had no response yet, so that it may be sent again without counting twice. */
export function hasOpenIdempotencyKey(request: string): boolean {
  return Object.hasOwn(readOpenKeys(), request)
}

/** Removes the key after a response, so that the next equal request gets another key. */
export function closeIdempotencyKey(request: string): void {
  const { [request]: _answered, ...others } = readOpenKeys()
  if (Object.keys(others).length > 0) writeStored(storageKey, others, 'tab')
  else removeStored(storageKey, 'tab')
}

export function clearIdempotencyKeys(): void {
  removeStored(storageKey, 'tab')
}

function readOpenKeys(): Keys {
  const storedValue = readStored(storageKey, 'tab')
  if (typeof storedValue !== 'object' || storedValue === null) return {}
  const isOpen = ({ key, at }: Keys[string]) => typeof key === 'string' && Date.now() - at < keyLifetime
  return Object.fromEntries(
    Object.entries(storedValue as Keys).filter(([, entry]) => entry !== null && isOpen(entry)),
  )
}
