import { afterEach, beforeEach } from 'vitest'

const missing = [
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [URL, 'canParse'],
] as const

/** Removes APIs that the oldest supported browsers (Safari 16.4, Chrome 111) lack. */
export function simulateOldBrowser(): void {
  const originals = missing.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name))
  beforeEach(() => {
    for (const [owner, name] of missing) {
      Object.defineProperty(owner, name, { value: undefined, configurable: true })
    }
  })
  afterEach(() => {
    missing.forEach(([owner, name], index) => {
      const descriptor = originals[index]
      if (descriptor) Object.defineProperty(owner, name, descriptor)
      else Reflect.deleteProperty(owner, name)
    })
  })
}
