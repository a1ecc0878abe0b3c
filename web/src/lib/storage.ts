type StorageKind = 'device' | 'tab'

/** Reads a value; null if missing or unreadable. */
export function readStored(key: string, kind: StorageKind = 'device'): unknown {
  try {
    return JSON.parse(storageFor(kind).getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Writes a value, if the browser permits. */
export function writeStored(key: string, value: unknown, kind: StorageKind = 'device'): void {
  try {
    storageFor(kind).setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function removeStored(key: string, kind: StorageKind = 'device'): void {
  try {
    storageFor(kind).removeItem(key)
  } catch {
    return
  }
}

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
