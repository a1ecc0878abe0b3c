import { readStored, removeStored, writeStored } from '@/lib/storage'
import type { EnrolledDevice } from './types'

const storageKey = 'axioma.device'

/** Minimum milliseconds between writes of the last response's time. */
const noteEvery = 60_000

/** This browser as a device of the business. */
export interface NamedDevice extends EnrolledDevice {
  /** `revoked`: the device still sends its visits. `over`: it has sent them; the user has not seen the notice. */
  state: 'named' | 'revoked' | 'over'
  handed: number
  /** The time of the server's last response, in Unix milliseconds. */
  spokeAt: number | null
}

/** This browser's device, stored for all tabs, across page loads and sign-ins. */
export class DeviceStore {
  #current = readDevice()
  #waiting: { count: number; since: number | null } = { count: 0, since: null }
  #listeners = new Set<() => void>()

  constructor() {
    window.addEventListener('storage', (event) => {
      if (event.key === storageKey || event.key === null) this.#set(readDevice())
    })
  }

  get = (): NamedDevice | null => this.#current

  enrol(device: EnrolledDevice): void {
    this.#keep({ ...device, state: 'named', handed: 0, spokeAt: null })
  }

  revoke(): void {
    if (this.#current?.state === 'named') this.#keep({ ...this.#current, state: 'revoked' })
  }

  finish(handedCount: number): void {
    if (this.#current) this.#keep({ ...this.#current, token: '', state: 'over', handed: handedCount })
  }

  forget(): void {
    removeStored(storageKey)
    this.#set(null)
  }

  recordResponse(now = Date.now()): void {
    const current = this.#current
    if (current?.state !== 'named' || now - (current.spokeAt ?? 0) < noteEvery) return
    this.#keep({ ...current, spokeAt: now })
  }

  /** `since`: when the oldest waiting visit was scanned, in milliseconds. */
  setWaiting(count: number, since: number | null): void {
    this.#waiting = { count, since }
  }

  /** Empty without a token. */
  headers = (): Record<string, string> => {
    const device = this.#current
    if (!device?.token) return {}
    const version = readStored('axioma.version')
    const { count, since } = this.#waiting
    return {
      'X-Device': device.token,
      ...(typeof version === 'string' && /^[\w.+-]+$/.test(version) && { 'X-App-Version': version }),
      'X-Waiting': String(count),
      ...(since !== null && { 'X-Waiting-Since': new Date(since).toISOString() }),
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #keep(device: NamedDevice): void {
    writeStored(storageKey, device)
    this.#set(device)
  }

  #set(device: NamedDevice | null): void {
    this.#current = device
    for (const listener of this.#listeners) listener()
  }
}

export const isNamedDevice = () => readDevice() !== null

function readDevice(): NamedDevice | null {
  const storedValue = readStored(storageKey)
  if (typeof storedValue !== 'object' || storedValue === null) return null
  const { id, businessId, name, token, state, handed, spokeAt } = storedValue as Partial<NamedDevice>
  const texts = [id, businessId, name, token].every((text) => typeof text === 'string')
  if (!texts || (state !== 'named' && state !== 'revoked' && state !== 'over')) return null
  return {
    ...(storedValue as NamedDevice),
    handed: typeof handed === 'number' ? handed : 0,
    spokeAt: typeof spokeAt === 'number' ? spokeAt : null,
  }
}
