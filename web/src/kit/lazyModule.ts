/** A part of the page that is loaded once the page is there, and until then is null. */
export class LazyModule<Part> {
  #load: () => Promise<Part>
  #part: Part | null = null
  #loading: Promise<Part | null> | null = null
  #watchers = new Set<() => void>()

  constructor(load: () => Promise<Part>) {
    this.#load = load
  }

  get = (): Part | null => this.#part

  /** Calls `watcher` when it has come; the answer stops it. */
  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Asks for it, once at a time, and answers null where it does not come. */
  load = (): Promise<Part | null> => {
    if (this.#part !== null) return Promise.resolve(this.#part)
    this.#loading ??= this.#load()
      .then(this.#take, () => null)
      .finally(() => {
        this.#loading = null
      })
    return this.#loading
  }

  #take = (part: Part): Part => {
    this.#part = part
    for (const watcher of this.#watchers) watcher()
    return part
  }
}
