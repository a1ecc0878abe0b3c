import type { ComponentType } from 'react'
import type { toast } from 'sonner'
import { LazyModule } from './lazyModule'

/** What shows messages: where they appear, and who takes them. */
interface ToastModule {
  ToastHost: ComponentType
  toast: typeof toast
}

type Message = (to: typeof toast) => unknown

/** How soon what shows messages is asked for again while some wait, in milliseconds. */
const retryDelay = 3000

/** Keeps short messages until what shows them has been loaded. */
export class ToastQueue {
  #part: LazyModule<ToastModule>
  #waiting: Message[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(load: () => Promise<ToastModule>) {
    this.#part = new LazyModule(load)
  }

  /** Where the messages appear; null until it has come. */
  host = (): ComponentType | null => this.#part.get()?.ToastHost ?? null

  /** Calls `watcher` when it has come; the answer stops it. */
  subscribe = (watcher: () => void): (() => void) => this.#part.subscribe(watcher)

  /** Asks for what shows messages. While one waits it is asked for until it comes. */
  load = async (): Promise<void> => {
    const shown = await this.#part.load()
    if (shown) for (const message of this.#waiting.splice(0)) message(shown.toast)
    else this.#tryLater()
  }

  /** Shows a message, or keeps it until that can be done. */
  send(message: Message): void {
    const shown = this.#part.get()
    if (shown) return void message(shown.toast)
    this.#waiting.push(message)
    void this.load()
  }

  /** Takes away all that are shown, and all that wait. */
  dismiss(): void {
    this.#waiting = []
    this.#part.get()?.toast.dismiss()
  }

  #tryLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#waiting.length > 0) void this.load()
    }, retryDelay)
  }
}
