import { api } from '@/api'
import { unwrap } from '@/api/client'
import { isApiError, noResponseError } from '@/api/error'
import type { DeviceStore } from '@/api/namedDevice'
import type { HandedOver } from '@/api/types'
import { deviceLock } from './deviceLock'
import { trackLosses } from './lossTracking'
import { mirroredStore } from './mirroredStore'
import { scanOf } from './send'
import { deviceVisitStore, type VisitStore } from './store'
import { hasServerCode, isFromOlderServer, isRefusal, isRefusedByProxy } from './visitResponses'
import type { WaitingVisit } from './waitingVisit'

/** Visits per call; visits that a proxy may refuse in one run; milliseconds before the next run. */
const batchSize = 20
const maxRefused = 3
const retryDelay = 10_000

interface HandoverOptions {
  device: DeviceStore
  store?: VisitStore
  runExclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>
  now?: () => number
}

/**
 * Sends a revoked device's visits to the owner, who decides about them. A visit leaves the device once the
 * server has acknowledged its key. The returned function stops the hand-over.
 */
export function startHandover(options: HandoverOptions): () => void {
  const { device, now = Date.now } = options
  const businessId = device.get()?.businessId ?? ''
  const store = options.store ?? trackLosses(mirroredStore(deviceVisitStore()), businessId)
  const alone = options.runExclusive ?? deviceLock(`axioma.outbox ${businessId}`)
  let handedCount = device.get()?.handed ?? 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let running = false
  const refusals = new Refusals()

  const all = async () => {
    refusals.startRun()
    for (;;) {
      const token = device.get()?.state === 'revoked' ? device.get()?.token : undefined
      const open = refusals.without(await store.all(businessId))
      const rows = refusals.batch(open)
      if (stopped || !token || open.length === 0) return
      if (rows.length === 0) throw noResponseError('refused by a proxy')
      const visits = rows.map((row) => toHandedOver(row, now()))
      const acceptedKeys = await send(token, visits).catch((error: unknown) => refusals.add(error, rows))
      if (!acceptedKeys) continue
      const acceptedRows = rows.filter(({ key }) => acceptedKeys.includes(key))
      if (acceptedRows.length === 0) return
      for (const { key } of acceptedRows) await store.remove(key)
      handedCount += acceptedRows.length
    }
  }
  const run = async () => {
    clearTimeout(timer)
    running = true
    const isDone = await alone(all).then(() => true, isFinalRefusal)
    running = false
    if (stopped) return
    if (isDone) device.finish(handedCount)
    else timer = setTimeout(retry, retryDelay)
  }
  const retry = () => {
    if (!running) void run()
  }
  window.addEventListener('online', retry)
  retry()
  return () => {
    stopped = true
    clearTimeout(timer)
    window.removeEventListener('online', retry)
  }
}

/** The refused visits. They are left out, so that they do not block the others. */
class Refusals {
  /** Keys of visits that the server cannot read, such as one with a foreign QR. */
  #invalid = new Set<string>()
  /** Keys of visits that a proxy has refused in this run. */
  #byProxy = new Set<string>()
  #isSeparate = false

  startRun() {
    this.#byProxy.clear()
    this.#isSeparate = false
  }

  without(visits: readonly WaitingVisit[]): WaitingVisit[] {
    return visits.filter(({ key }) => !this.#invalid.has(key))
  }

  batch(visits: readonly WaitingVisit[]): WaitingVisit[] {
    return visits.filter(({ key }) => !this.#byProxy.has(key)).slice(0, this.#isSeparate ? 1 : batchSize)
  }

  /** Records the visits that the error refuses. Throws it if it refuses none of the batch. */
  add(error: unknown, batch: readonly WaitingVisit[]) {
    const places = invalidPlaces(error)
    const invalid = batch.filter((_, place) => places.includes(place))
    for (const { key } of invalid) this.#invalid.add(key)
    if (invalid.length > 0) return
    if (!isRefusedByProxy(error) || this.#byProxy.size === maxRefused) throw error
    // A proxy does not say which visit it refuses: each is sent separately.
    this.#isSeparate = true
    if (batch.length === 1) for (const { key } of batch) this.#byProxy.add(key)
  }
}

async function send(token: string, visits: HandedOver[]): Promise<readonly string[]> {
  return (await unwrap(api.POST('/public/devices/handover', { body: { token, visits } }))).taken
}

/** The indices in the batch of visits that the server cannot read. */
function invalidPlaces(error: unknown): number[] {
  if (!isApiError(error) || isFromOlderServer(error)) return []
  const places = Object.keys(error.fieldErrors).map((field) => /^visits\[(\d+)\]/.exec(field)?.[1])
  return places.filter((place) => place !== undefined).map(Number)
}

/**
 * True if the server accepts no further visits: after its 401, or a refusal that names no visit. After a rate
 * limit, a refusal by a proxy or a sign-in during the call, the hand-over continues.
 */
function isFinalRefusal(error: unknown): boolean {
  return (
    (isRefusal(error) && invalidPlaces(error).length === 0) ||
    (isApiError(error) && error.status === 401 && hasServerCode(error))
  )
}

function toHandedOver(visit: WaitingVisit, now: number): HandedOver {
  const { key, subject, authorized, notes, name, by, servedBy, scannedAt } = visit
  return {
    key,
    ...subject,
    ...scanOf(visit),
    ...(name && { name: name.slice(0, 120) }),
    ...(by && { by }),
    ...(servedBy && { servedById: servedBy.id }),
    ...(notes && { notes }),
    authorized,
    scannedAt: new Date(scannedAt).toISOString(),
    // If the clock was set back, `sentAt` would precede `scannedAt`.
    sentAt: new Date(Math.max(now, scannedAt)).toISOString(),
  }
}
