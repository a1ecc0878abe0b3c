/** How long something is kept: on the device, or as long as the tab is open. */
type StorageKind = 'device' | 'tab'

/** Reads what is kept under `key`; null when there is nothing, or nothing that can be read. */
export function readStored(key: string, kind: StorageKind = 'device'): unknown {
  try {
    const text = storageFor(kind).getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps a value. Where the browser refuses to, the value lasts as long as the page. */
export function writeStored(key: string, value: unknown, kind: StorageKind = 'device'): void {
  try {
    storageFor(kind).setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

/** Forgets what is kept under `key`. */
export function removeStored(key: string, kind: StorageKind = 'device'): void {
  try {
    storageFor(kind).removeItem(key)
  } catch {
    return
  }
}

/** Under which keys something is kept on the device. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function storageFor(kind: StorageKind): Storage {
  return kind === 'device' ? localStorage : sessionStorage
}
