import type { ComponentType } from 'react'
import type { toast } from 'sonner'

/** What shows messages: where they appear, and who takes them. */
interface Shown {
  ShownMessages: ComponentType
  toast: typeof toast
}

type Message = (to: typeof toast) => unknown

/** How soon what shows messages is asked for again while some wait, in milliseconds. */
const again = 3000

/** Keeps short messages until what shows them has been loaded. */
export class LateMessages {
  #load: () => Promise<Shown>
  #shown: Shown | null = null
  #loading: Promise<void> | null = null
  #waiting: Message[] = []
  #watchers = new Set<() => void>()

  constructor(load: () => Promise<Shown>) {
    this.#load = load
  }

  /** Where the messages appear; null until it has come. */
  place = (): ComponentType | null => this.#shown?.ShownMessages ?? null

  /** Calls `watcher` when it has come; the answer stops it. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Asks for what shows messages. While one waits it is asked for until it comes. */
  load = (): Promise<void> => {
    if (this.#shown) return Promise.resolve()
    this.#loading ??= this.#load()
      .then(this.#take, this.#tryAgain)
      .finally(() => {
        this.#loading = null
      })
    return this.#loading
  }

  /** Shows a message, or keeps it until that can be done. */
  send(message: Message): void {
    if (this.#shown) return void message(this.#shown.toast)
    this.#waiting.push(message)
    void this.load()
  }

  /** Takes away all that are shown, and all that wait. */
  dismiss(): void {
    this.#waiting = []
    this.#shown?.toast.dismiss()
  }

  #take = (shown: Shown): void => {
    this.#shown = shown
    for (const watcher of this.#watchers) watcher()
    for (const message of this.#waiting.splice(0)) message(shown.toast)
  }

  #tryAgain = (): void => {
    setTimeout(() => {
      if (this.#waiting.length > 0) void this.load()
    }, again)
  }
}
