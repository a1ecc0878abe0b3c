export type Shortcut = { act: 'search' } | { act: 'help' } | { act: 'go'; key: string }

/** Milliseconds without a key before a shortcut. The keys of a USB reader follow each other faster. */
const quietBefore = 300
/** Milliseconds without a key after which a shortcut acts. */
const quietAfter = { search: 60, help: 120, go: 120 }
/** Milliseconds. A person needs longer for the next key. */
const fastestHand = 40
/** Milliseconds for the letter after `g`. */
const patience = 1500

/**
 * Recognizes `g` and a letter, `/`, `?`. A USB reader types these too, so a shortcut needs a pause before
 * and after it.
 */
export class ShortcutReader {
  #onShortcut: (shortcut: Shortcut) => void
  #lastAt = Number.NEGATIVE_INFINITY
  #isGoing = false
  #pending: { shortcut: Shortcut; timer: ReturnType<typeof setTimeout> } | null = null

  constructor(onShortcut: (shortcut: Shortcut) => void) {
    this.#onShortcut = onShortcut
  }

  /** `at` is in milliseconds. Returns whether the key may complete a shortcut. */
  press(key: string, at: number): boolean {
    const gap = at - this.#lastAt
    this.#lastAt = at
    if (this.#pending) {
      this.#interrupt(gap)
      return false
    }
    if (this.#isGoing) {
      this.#isGoing = false
      if (gap <= patience) return this.#await({ act: 'go', key: key.toLowerCase() })
    }
    if (gap < quietBefore) return false
    if (key === '/') return this.#await({ act: 'search' })
    if (key === '?') return this.#await({ act: 'help' })
    this.#isGoing = key.toLowerCase() === 'g'
    return false
  }

  /** Forgets the keys so far. Called for keys that are not for shortcuts, such as those typed into a field. */
  reset(at: number): void {
    this.#lastAt = at
    this.#isGoing = false
    this.#cancel()
  }

  #await(shortcut: Shortcut): true {
    const timer = setTimeout(() => this.#act(), quietAfter[shortcut.act])
    this.#pending = { shortcut, timer }
    return true
  }

  /** A key after `/` is the first letter of a search, or part of a reader's burst. */
  #interrupt(gap: number): void {
    const isSearch = this.#pending?.shortcut.act === 'search'
    if (isSearch && gap >= fastestHand) this.#act()
    else this.#cancel()
  }

  #act(): void {
    const shortcut = this.#pending?.shortcut
    this.#cancel()
    if (shortcut) this.#onShortcut(shortcut)
  }

  #cancel(): void {
    clearTimeout(this.#pending?.timer)
    this.#pending = null
  }
}
