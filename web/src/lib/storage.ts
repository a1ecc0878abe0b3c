/** Reads what the device keeps under `key`; null when it keeps nothing, or nothing that can be read. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps a value on the device. Where the browser refuses to, the value lasts as long as the page. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

/** Forgets what the device keeps under `key`. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  }
}
