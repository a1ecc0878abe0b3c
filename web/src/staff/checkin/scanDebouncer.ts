/** How long a code must be out of sight before seeing it counts again, by where it was seen. */
const debouncePeriods = { camera: 5000, reader: 1500 } as const

export type ScanSource = keyof typeof debouncePeriods

/** Tells a new scan from one more look at a code that has just been taken. */
export class ScanDebouncer {
  #seen = new Map<string, number>()

  #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Whether seeing the code now is a new scan. */
  isNew(code: string, source: ScanSource): boolean {
    const key = `${source} ${code}`
    const before = this.#seen.get(key)
    const now = this.#now()
    const isNew = before === undefined || now - before >= debouncePeriods[source]
    // A camera looks many times a second: a code that stays before it stays taken.
    if (isNew || source === 'camera') this.#seen.set(key, now)
    return isNew
  }
}
