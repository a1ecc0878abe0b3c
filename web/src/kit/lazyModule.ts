/** A module that is loaded after the page. Its value is null until then. */
export class LazyModule<Part> {
  #load: () => Promise<Part>
  #part: Part | null = null
  #loading: Promise<Part | null> | null = null
  #watchers = new Set<() => void>()

  constructor(load: () => Promise<Part>) {
    this.#load = load
  }

  get = (): Part | null => this.#part

  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

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
