// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { DeviceStore } from '@/api/namedDevice'
import { forgetCookies } from '@/test/cookies'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { until } from '@/test/until'
import { startHandover } from './handOver'
import { trackLosses } from './lossTracking'
import { mirroredStore } from './mirroredStore'
import { deviceVisitStore, type VisitStore } from './store'
import { visitCountCookie } from './visitCountCookie'
import type { WaitingVisit } from './waitingVisit'

const server = mockServer()
const path = '/public/devices/handover'

beforeEach(forgetCookies)
afterEach(() => localStorage.clear())

function row(key: string, fields: Partial<WaitingVisit> = {}): WaitingVisit {
  return {
    schema: 1,
    key,
    businessId: 'b1',
    subject: { customerId: `customer-${key}` },
    authorized: false,
    notes: '',
    name: '',
    by: 'bea@x.test',
    scannedAt: 1_000,
    refusal: null,
    ...fields,
  }
}

function keeping(rows: WaitingVisit[]): VisitStore & { keys: () => string[] } {
  let storedVisits = rows
  return {
    put: async () => undefined,
    all: async (businessId) => storedVisits.filter((visit) => visit.businessId === businessId),
    remove: async (key) => {
      storedVisits = storedVisits.filter((visit) => visit.key !== key)
    },
    keys: () => storedVisits.map(({ key }) => key),
  }
}

function revokedDevice(): DeviceStore {
  const device = new DeviceStore()
  device.enrol({ id: 'd1', businessId: 'b1', name: 'Tablet', token: 'secret' })
  device.revoke()
  return device
}

const handingOver = (device: DeviceStore, store: VisitStore, now = 61_000) =>
  startHandover({ device, store, runExclusive: (work) => work(), now: () => now })

test('a visit that was handed over does not count as lost', async () => {
  const store = trackLosses(mirroredStore(deviceVisitStore()), 'b1')
  await store.put(row('one'))
  await until(() => expect(visitCountCookie('b1').read().waiting?.count).toBe(1))
  server.respond('post', path, { taken: ['one'] })
  const stop = startHandover({ device: revokedDevice() })
  await until(() => expect(document.cookie).toBe(''))
  stop()
})

// Spec: checkin-19
test('hands over waiting and refused visits unchanged, and removes them', async () => {
  const refusal = { status: 409, code: 'X', message: 'No.', hint: null, fieldErrors: {}, wordless: false }
  const store = keeping([
    row('one', { name: 'Ana', notes: 'Corte', refusal }),
    row('two', { subject: { phone: '612345678' }, authorized: true, scannedAt: 90_000 }),
    row('other', { businessId: 'b2' }),
  ])
  server.respond('post', path, { taken: ['one', 'two'] })
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(device.get()?.state).toBe('over'))
  stop()
  expect(server.requests.map(({ body }) => body)).toEqual([
    {
      token: 'secret',
      visits: [
        {
          key: 'one',
          customerId: 'customer-one',
          name: 'Ana',
          by: 'bea@x.test',
          notes: 'Corte',
          authorized: false,
          scannedAt: '1970-01-01T00:00:01.000Z',
          sentAt: '1970-01-01T00:01:01.000Z',
        },
        {
          key: 'two',
          phone: '612345678',
          by: 'bea@x.test',
          authorized: true,
          scannedAt: '1970-01-01T00:01:30.000Z',
          sentAt: '1970-01-01T00:01:30.000Z',
        },
      ],
    },
  ])
  expect(store.keys()).toEqual(['other'])
  expect(device.get()).toMatchObject({ handed: 2, token: '' })
})

test('hands over the QR of a scan, or its hash, and who served', async () => {
  const code = { customerId: 'customer-qr' }
  const store = keeping([
    row('hashed', { subject: { customerId: 'k3x9q2m7' }, idHash: 'hash', scanned: true }),
    row('older', { qrHash: 'hash' }),
    row('old', { code, scannedAt: 2_000, servedBy: { id: 'luis', name: 'Luis' } }),
  ])
  server.respond('post', path, { taken: ['hashed', 'older', 'old'] })
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(device.get()?.state).toBe('over'))
  stop()
  const hashed = { customerId: 'k3x9q2m7', idHash: 'hash', scanned: true }
  const visits = [hashed, { qrHash: 'hash' }, { scanned: true, servedById: 'luis' }]
  expect(server.requests.map(({ body }) => body)).toMatchObject([{ visits }])
})

test('a visit whose key is not acknowledged stays on the device', async () => {
  const store = keeping([row('one'), row('two')])
  server.respond('post', path, { taken: ['one'] })
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(store.keys()).toEqual(['two']))
  server.respond('post', path, { taken: [] })
  await until(() => expect(device.get()?.state).toBe('over'))
  stop()
  expect(store.keys()).toEqual(['two'])
  expect(device.get()?.handed).toBe(1)
})

test.each([
  ['without a response', 502, {}],
  ['at the limit of calls', 429, { code: 'TOO_MANY', message: 'Espera un momento.' }],
  ['refused by a proxy', 404, {}],
  [
    'refused for a visit that was not sent',
    422,
    { code: 'VALIDATION', message: 'Revisa.', errors: [{ field: 'visits[7].key', message: 'Falta.' }] },
  ],
])(
  'after a call %s, the device keeps the visit and sends it again when the network is back',
  async (_title, status, problem) => {
    const store = keeping([row('one')])
    server.respond('post', path, problem, status)
    const device = revokedDevice()
    const stop = handingOver(device, store)
    await until(() => expect(server.requests).toHaveLength(1))
    await until(() => expect(server.pendingCount()).toBe(0))
    expect(device.get()?.state).toBe('revoked')
    expect(store.keys()).toEqual(['one'])
    server.respond('post', path, { taken: ['one'] })
    await until(() => {
      window.dispatchEvent(new Event('online'))
      expect(device.get()?.state).toBe('over')
    })
    stop()
    expect(store.keys()).toEqual([])
  },
)

test('hands over the others while a proxy refuses a visit, and retries it', async () => {
  const store = keeping([row('disliked', { notes: 'drop table' }), row('one'), row('two')])
  const device = revokedDevice()
  server.respond('post', path, { taken: ['one', 'two'] })
  server.respondOnce('post', path, {}, 403)
  server.respondOnce('post', path, {}, 403)
  const stop = handingOver(device, store)
  await until(() => expect(store.keys()).toEqual(['disliked']))
  expect(device.get()?.state).toBe('revoked')
  server.respond('post', path, { taken: ['disliked'] })
  await until(() => {
    window.dispatchEvent(new Event('online'))
    expect(device.get()?.state).toBe('over')
  })
  stop()
  expect(store.keys()).toEqual([])
})

test('keeps a visit that the server cannot read, and hands over the others', async () => {
  const store = keeping([row('strange'), row('one')])
  const errors = [{ field: 'visits[0].customerId', message: 'Tiene más de 64 caracteres.' }]
  server.respond('post', path, { taken: ['one'] })
  server.respondOnce('post', path, { code: 'VALIDATION', message: 'Revisa los campos.', errors }, 422)
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(device.get()?.state).toBe('over'))
  stop()
  expect(store.keys()).toEqual(['strange'])
  expect(device.get()?.handed).toBe(1)
})

test('retries when a user has signed in during the call', async () => {
  const store = keeping([row('one')])
  const letGo = server.hold('post', path)
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(server.pendingCount()).toBe(1))
  session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'BARBER', email: 'bea@x.test' })
  server.respond('post', path, { taken: ['one'] })
  letGo({ taken: ['one'] })
  await until(() => {
    window.dispatchEvent(new Event('online'))
    expect(store.keys()).toEqual([])
  })
  stop()
  session.end()
  expect(server.requests).toHaveLength(1)
})

test('retries until a server of the new version knows the hash', async () => {
  const store = keeping([row('one', { idHash: 'hash' })])
  const errors = [{ field: 'visits[0].idHash', message: 'Este dato no se conoce.' }]
  const problem = { code: 'VALIDATION', message: 'Revisa los campos marcados.', errors }
  server.respond('post', path, problem, 422)
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(server.requests).toHaveLength(1))
  server.respond('post', path, { taken: ['one'] })
  await until(() => {
    window.dispatchEvent(new Event('online'))
    expect(device.get()?.state).toBe('over')
  })
  stop()
  expect(store.keys()).toEqual([])
  expect(device.get()?.handed).toBe(1)
})

test('keeps the visits and removes the token when the server refuses further visits', async () => {
  const store = keeping([row('one')])
  server.respond('post', path, { code: 'HANDOVER_CLOSED', message: 'Ya no.' }, 401)
  const device = revokedDevice()
  const stop = handingOver(device, store)
  await until(() => expect(device.get()?.state).toBe('over'))
  stop()
  expect(store.keys()).toEqual(['one'])
  expect(device.headers()).toEqual({})
})

test('a device without visits sends nothing', async () => {
  const device = revokedDevice()
  const remove = vi.fn()
  const stop = startHandover({
    device,
    store: { ...keeping([]), remove },
    runExclusive: (work) => work(),
  })
  await until(() => expect(device.get()?.state).toBe('over'))
  stop()
  expect(server.requests).toEqual([])
  expect(remove).not.toHaveBeenCalled()
})
