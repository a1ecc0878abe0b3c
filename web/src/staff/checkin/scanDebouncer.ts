/** Milliseconds before a QR counts again: since the camera last saw it, or since a reader's read counted. */
const debouncePeriods = { camera: 5000, reader: 1500 } as const

export type ScanSource = keyof typeof debouncePeriods

export class ScanDebouncer {
  #seen = new Map<string, number>()

  #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  isNew(code: string, source: ScanSource): boolean {
    const key = `${source} ${code}`
    const before = this.#seen.get(key)
    const now = this.#now()
    // A time in the future: the device's clock was set back since.
    const isNew = before === undefined || now < before || now - before >= debouncePeriods[source]
    // The camera reads many times a second, so a QR that stays in view stays debounced.
    if (isNew || source === 'camera') this.#seen.set(key, now)
    return isNew
  }
}
