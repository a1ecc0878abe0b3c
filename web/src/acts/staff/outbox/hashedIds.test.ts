import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { until } from '@/test/until'
import { memoryStore, waitingVisit } from '@/test/visitStore'
import { Outbox } from './outbox'
import type { OutboxEvent } from './sender'
import type { WaitingVisit } from './waitingVisit'

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const answer = { id: 'v1', customerId: 'ana' } as RegisteredVisit
const ana = { customerId: 'ana' }
const byPhone = { phone: '612345678' }

let storedVisits: Map<string, WaitingVisit>
let events: OutboxEvent[]
let send: ReturnType<typeof vi.fn<(visit: WaitingVisit) => Promise<RegisteredVisit>>>
let keys: number

beforeEach(() => {
  storedVisits = new Map()
  events = []
  keys = 0
  send = vi.fn().mockResolvedValue(answer)
})

/** Opens a page with an outbox, which retries on flush. */
function page(openChannel: () => BroadcastChannel | null = () => null) {
  const store = memoryStore(storedVisits)
  const newKey = () => `key${++keys}`
  const outbox = new Outbox({
    businessId: 'b1',
    by: 'ana@x.test',
    store,
    send,
    newKey,
    openChannel,
    pauses: [],
  })
  outbox.subscribe((event) => event.type !== 'put' && events.push(event))
  outbox.start()
  return outbox
}

const rows = () => [...storedVisits.values()]

/** The beginning and the hash of an id, as the device stores them. */
function storedFormOf(id: string) {
  const idHash = createHash('sha256').update(id).digest().subarray(0, 12).toString('base64url')
  return { subject: { customerId: id.slice(0, 8) }, idHash }
}

const code = { customerId: 'k3x9q2m7zzzzzzzzzzzzzzzzzz', signature: 'signed' }
const scan = { subject: { customerId: code.customerId }, code }
const storedScan = { ...storedFormOf(code.customerId), scanned: true as const }

test.each([
  ['a customer of the snapshot', { ...scan, recordId: 'ana' }, { ...storedScan, subject: ana }],
  ['a customer outside of the snapshot', scan, storedScan],
])('the device stores no QR of %s, and a later page sends its hash', async (_, request, stored) => {
  send.mockRejectedValue(networkError)
  const outbox = page()
  await outbox.add(request)
  await until(() => expect(events).toMatchObject([{ type: 'kept' }]))
  expect(JSON.stringify([rows(), outbox.rows()])).not.toMatch(/k3x9q2m7z|signed/)
  expect(rows()).toMatchObject([stored])
  expect(send.mock.lastCall?.[0]).toMatchObject(scan)
  expect(send.mock.lastCall?.[0]).not.toHaveProperty('idHash')
  expect(await outbox.add(request)).toMatchObject({ key: 'key1' })
  outbox.stop()

  send.mockResolvedValue(answer)
  page()
  await until(() => expect(events.at(-1)).toMatchObject({ type: 'registered' }))
  expect(send.mock.lastCall?.[0]).toMatchObject({ key: 'key1', ...stored })
  expect(send.mock.lastCall?.[0]).not.toHaveProperty('code')
})

test('the device stores no id that may be that of a QR, except the id of the snapshot', async () => {
  send.mockRejectedValue(networkError)
  const { customerId } = code
  const outbox = page()
  await outbox.add({ subject: { customerId }, authorized: true })
  await outbox.add({ subject: { customerId: 'record-of-luis' }, recordId: 'record-of-luis' })
  await outbox.add({ subject: byPhone })
  const stored = [
    storedFormOf(customerId),
    { subject: { customerId: 'record-of-luis' } },
    { subject: byPhone },
  ]
  expect(rows()).toMatchObject(stored)
  const hashes = rows().map(({ idHash, scanned }) => [idHash, scanned])
  expect(hashes).toEqual([[expect.any(String), undefined], ...Array(2).fill([undefined, undefined])])
})

test('a refused visit is stored again without its QR', async () => {
  send.mockRejectedValue(new ApiError('No se encontró el cliente.', 404, 'CUSTOMER_NOT_FOUND'))
  await page().add(scan)
  await until(() => expect(rows()).toMatchObject([{ ...storedScan, refusal: { status: 404 } }]))
  expect(JSON.stringify(rows())).not.toMatch(/k3x9q2m7z|signed/)
})

describe('the customer outside of the snapshot', () => {
  test('has the whole QR in the events of the page that scanned', async () => {
    await page().add(scan)
    await until(() => expect(events).toMatchObject([{ type: 'registered', visit: scan }]))
    expect(events[0]?.visit).not.toHaveProperty('idHash')
  })

  test('is recognized by a later page, which then has the whole QR again', async () => {
    send.mockRejectedValue(networkError)
    const first = page()
    await first.add(scan)
    await until(() => expect(events).toMatchObject([{ type: 'kept' }]))
    first.stop()
    const later = page()
    await later.ready
    expect(await later.add(scan)).toMatchObject({ key: 'key1' })
    await until(() => expect(send.mock.lastCall?.[0]).toMatchObject({ key: 'key1', ...scan, scanned: true }))
    const refusal = new ApiError('Ya se registró una visita hoy', 409, 'SAME_DAY_VISIT')
    send.mockRejectedValue(refusal)
    later.flush()
    await until(() => expect(events.at(-1)).toMatchObject({ type: 'refused', visit: scan }))
    expect(rows()).toEqual([])
  })

  test('is recognized when the snapshot has come to know them', async () => {
    send.mockRejectedValue(networkError)
    const outbox = page()
    await outbox.add(scan)
    expect(await outbox.add({ ...scan, recordId: 'ana' })).toMatchObject({ key: 'key1' })
    expect(rows()).toMatchObject([storedScan])
  })

  test('is another one than one whose QR begins alike', async () => {
    send.mockRejectedValue(networkError)
    const outbox = page()
    await outbox.add(scan)
    const other = { customerId: 'k3x9q2m7aaaaaaaaaaaaaaaaaa' }
    await outbox.add({ subject: other, code: other })
    expect(rows()).toMatchObject([storedScan, { ...storedFormOf(other.customerId), scanned: true }])
  })

  test('is not sent to other tabs', async () => {
    const messages: unknown[] = []
    const postMessage = (message: unknown) => void messages.push(message)
    const openChannel = () => ({ postMessage, close: () => undefined }) as unknown as BroadcastChannel
    await page(openChannel).add(scan)
    await until(() => expect(messages).toContainEqual(expect.objectContaining({ type: 'registered' })))
    expect(JSON.stringify(messages)).not.toMatch(/k3x9q2m7z|signed/)
  })
})

test('a customer is recognized when one screen knows the snapshot and another does not', async () => {
  send.mockRejectedValue(networkError)
  const atRecord = { subject: scan.subject, authorized: true }
  const atCounter = { ...atRecord, recordId: code.customerId }
  const outbox = page()
  await outbox.add(atRecord)
  expect(await outbox.add(atCounter)).toMatchObject({ key: 'key1' })
  storedVisits.clear()
  const other = page()
  await other.add(atCounter)
  expect(await other.add(atRecord)).toMatchObject({ key: 'key2' })
})

describe('a scan that an earlier app stored', () => {
  test('is sent with its QR', async () => {
    const old = waitingVisit({ businessId: 'b1', ...scan, recordId: 'ana' })
    storedVisits.set(old.key, old)
    page()
    await until(() => expect(events).toMatchObject([{ type: 'registered' }]))
    expect(send.mock.lastCall?.[0]).toMatchObject({ key: old.key, ...scan })
  })

  test.each([
    ['with the QR', scan],
    ['with a hash of the snapshot', { subject: ana, recordId: 'ana', qrHash: 'hashed' }],
  ])('%s is recognized', async (_, fields) => {
    send.mockRejectedValue(networkError)
    storedVisits.set('old', waitingVisit({ key: 'old', ...fields, scannedAt: Date.now() }))
    const outbox = page()
    await outbox.ready
    expect(await outbox.add({ ...scan, recordId: 'ana' })).toMatchObject({ key: 'old' })
    await until(() => expect(send.mock.lastCall?.[0]).toMatchObject(fields))
    expect(send.mock.lastCall?.[0]).not.toHaveProperty('idHash')
  })
})

test('a visit waits for a newer server when an older one does not know its hash', async () => {
  const unknown = { idHash: 'Este dato no se conoce.' }
  storedVisits.set('k', waitingVisit(storedScan))
  storedVisits.set('l', waitingVisit({ key: 'l', subject: { customerId: 'luis' } }))
  send.mockImplementation(async ({ idHash }) => {
    if (idHash) throw new ApiError('Revisa los campos marcados.', 422, 'VALIDATION', unknown)
    return answer
  })
  const outbox = page()
  await until(() => expect(rows()).toHaveLength(1))
  expect(rows()).toMatchObject([{ key: 'k', refusal: null }])
  expect(events).toContainEqual(expect.objectContaining({ type: 'kept' }))

  send.mockResolvedValue(answer)
  outbox.flush()
  await until(() => expect(rows()).toEqual([]))
})
