import type { ComponentType } from 'react'
import type { toast } from 'sonner'
import { LazyModule } from './lazyModule'

interface ToastModule {
  ToastHost: ComponentType
  toast: typeof toast
}

type Message = (to: typeof toast) => unknown

/** Milliseconds before loading is tried again. */
const retryDelay = 3000

export class ToastQueue {
  #part: LazyModule<ToastModule>
  #waiting: Message[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(load: () => Promise<ToastModule>) {
    this.#part = new LazyModule(load)
  }

  host = (): ComponentType | null => this.#part.get()?.ToastHost ?? null

  subscribe = (watcher: () => void): (() => void) => this.#part.subscribe(watcher)

  /** Loads the toasts; retries while some wait. */
  load = async (): Promise<void> => {
    const part = await this.#part.load()
    if (part) for (const message of this.#waiting.splice(0)) message(part.toast)
    else this.#tryLater()
  }

  send(message: Message): void {
    const part = this.#part.get()
    if (part) return void message(part.toast)
    this.#waiting.push(message)
    void this.load()
  }

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
