import { readStored, removeStored, writeStored } from '@/lib/storage'
import type { EnrolledDevice } from './types'

const storageKey = 'axioma.device'

/** How often it is noted that this device was answered, in milliseconds. */
const noteEvery = 60_000

/** This browser, as the owner has named it. */
export interface NamedDevice extends EnrolledDevice {
  /** `revoked`: it hands over what it has still to send. `over`: that is done, and nobody has read it yet. */
  state: 'named' | 'revoked' | 'over'
  /** How many visits it has handed over. */
  handed: number
  /** When the server answered it last, in milliseconds. */
  spokeAt: number | null
}

/** What this browser is called at its counter: kept over reloads and sign-ins, and shared by all its tabs. */
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

  /** Becomes the device that a code has made of this browser. */
  enrol(device: EnrolledDevice): void {
    this.#keep({ ...device, state: 'named', handed: 0, spokeAt: null })
  }

  /** The owner has ended what this device may do. */
  revoke(): void {
    if (this.#current?.state === 'named') this.#keep({ ...this.#current, state: 'revoked' })
  }

  /** All is handed over that could be: nothing is left but to tell it. */
  finish(handed: number): void {
    if (this.#current) this.#keep({ ...this.#current, token: '', state: 'over', handed })
  }

  forget(): void {
    removeStored(storageKey)
    this.#set(null)
  }

  /** The server has answered a call of this device. */
  recordResponse(now = Date.now()): void {
    const current = this.#current
    if (current?.state !== 'named' || now - (current.spokeAt ?? 0) < noteEvery) return
    this.#keep({ ...current, spokeAt: now })
  }

  /** How many visits wait on this device, and since when, in milliseconds. */
  setWaiting(count: number, since: number | null): void {
    this.#waiting = { count, since }
  }

  /** What a call of the staff says of this device; nothing of a browser without a name. */
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

  /** Calls `listener` at every change; the answer stops it. */
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

/** Whether the owner of a business has named this browser: it stands at a counter. */
export const isNamedDevice = () => readDevice() !== null

function readDevice(): NamedDevice | null {
  const stored = readStored(storageKey)
  if (typeof stored !== 'object' || stored === null) return null
  const { id, businessId, name, token, state, handed, spokeAt } = stored as Partial<NamedDevice>
  const texts = [id, businessId, name, token].every((text) => typeof text === 'string')
  if (!texts || (state !== 'named' && state !== 'revoked' && state !== 'over')) return null
  return {
    ...(stored as NamedDevice),
    handed: typeof handed === 'number' ? handed : 0,
    spokeAt: typeof spokeAt === 'number' ? spokeAt : null,
  }
}
