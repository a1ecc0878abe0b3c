import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { until } from '@/test/until'
import { memoryStore, waitingVisit } from '@/test/visitStore'
import { maxAge, maxVisits, Outbox, OutboxFull } from './outbox'
import type { OutboxEvent } from './sender'
import type { WaitingVisit } from './waitingVisit'

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const answer = { id: 'v1', customerId: 'ana' } as RegisteredVisit
const ana = { customerId: 'ana' }
const luis = { customerId: 'luis' }
const byPhone = { phone: '612345678' }

let storedVisits: Map<string, WaitingVisit>
let events: OutboxEvent[]
let send: ReturnType<typeof vi.fn<(visit: WaitingVisit) => Promise<RegisteredVisit>>>
let now: number
let keys: number

beforeEach(() => {
  storedVisits = new Map()
  events = []
  keys = 0
  now = Date.parse('2026-11-20T10:00:00')
  send = vi.fn().mockResolvedValue(answer)
})

/** Opens a page with an outbox, which retries on flush and after the given pauses. */
function page(pauses: readonly number[] = [], alone = <Result>(work: () => Promise<Result>) => work()) {
  const store = memoryStore(storedVisits)
  const newKey = () => `key${++keys}`
  const outbox = new Outbox({
    businessId: 'b1',
    by: 'ana@x.test',
    store,
    send,
    newKey,
    runExclusive: alone,
    now: () => now,
    pauses,
  })
  outbox.subscribe((event) => event.type !== 'put' && events.push(event))
  outbox.start()
  return outbox
}

const sentKeys = () => send.mock.calls.map(([{ key }]) => key)
const rows = () => [...storedVisits.values()]

test('a visit is sent once and then removed', async () => {
  const outbox = page()
  await outbox.add({ subject: ana, name: 'Ana Gómez', notes: 'Corte' })
  await until(() => expect(events).toMatchObject([{ type: 'registered', answer, at: now }]))
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.calls[0]?.[0]).toMatchObject({
    key: 'key1',
    subject: ana,
    authorized: false,
    scannedAt: now,
    businessId: 'b1',
    by: 'ana@x.test',
    name: 'Ana Gómez',
    notes: 'Corte',
  })
  expect(rows()).toEqual([])
  expect(outbox.rows()).toEqual([])
})

test('a visit evicted while the page is open is stored again and sent', async () => {
  send.mockRejectedValue(networkError)
  const outbox = page()
  const { key } = await outbox.add({ subject: ana })
  await until(() => expect(events).toMatchObject([{ type: 'kept' }]))
  storedVisits.clear()
  send.mockImplementation(async () => {
    expect(storedVisits.has(key)).toBe(true)
    return answer
  })
  outbox.flush()
  await until(() => expect(events.at(-1)).toMatchObject({ type: 'registered' }))
  expect(sentKeys()).toEqual([key, key])
  expect(rows()).toEqual([])
})

test('a settled visit does not come back', async () => {
  send.mockRejectedValue(networkError)
  const outbox = page()
  const { key } = await outbox.add({ subject: ana })
  await outbox.add({ subject: luis })
  await outbox.settle(key)
  outbox.flush()
  await until(() => expect(send).toHaveBeenCalledTimes(2))
  expect(rows()).toMatchObject([{ subject: luis }])
  expect(outbox.rows()).toMatchObject([{ subject: luis }])
})

test('a visit is stored before it is sent', async () => {
  send.mockImplementation(async ({ key }) => {
    expect(storedVisits.has(key)).toBe(true)
    return answer
  })
  await page().add({ subject: ana })
  await until(() => expect(events).toMatchObject([{ type: 'registered' }]))
})

test('a customer has one waiting visit per day', async () => {
  send.mockRejectedValue(networkError)
  const outbox = page()
  for (const subject of [ana, ana, byPhone, byPhone]) await outbox.add({ subject })
  expect(rows()).toHaveLength(2)
  await outbox.add({ subject: ana, authorized: true })
  expect(rows()).toHaveLength(3)
  now += 24 * 60 * 60_000
  await outbox.add({ subject: ana })
  expect(rows()).toHaveLength(4)
})

test('two taps at once are one visit', async () => {
  const outbox = page()
  const [one, other] = await Promise.all([outbox.add({ subject: ana }), outbox.add({ subject: ana })])
  expect(other.key).toBe(one.key)
  await until(() => expect(events).toHaveLength(1))
  expect(send).toHaveBeenCalledOnce()
})

test('waiting visits are sent one by one, oldest first', async () => {
  let open: (value: RegisteredVisit) => void = () => undefined
  send.mockReturnValueOnce(new Promise((resolve) => (open = resolve)))
  const outbox = page()
  await outbox.add({ subject: ana })
  await outbox.add({ subject: luis })
  expect(send).toHaveBeenCalledOnce()
  open(answer)
  await until(() => expect(events).toHaveLength(2))
  expect(send.mock.calls.map(([{ subject }]) => subject)).toEqual([ana, luis])
})

// Spec: checkin-18
test.each([
  ['a network error', networkError],
  ['a failing server', new ApiError('', 503, 'BUSY')],
  ['a proxy’s page', new ApiError('Bad Gateway', 502, 'HTTP_502')],
  ['a proxy’s 404', new ApiError('Not Found', 404, 'HTTP_404')],
  ['too many calls', new ApiError('Demasiadas peticiones.', 429, 'TOO_MANY_REQUESTS')],
  ['an expired session', new ApiError('Sesión caducada.', 401, 'TOKEN_EXPIRED')],
  ['a suspended business', new ApiError('Negocio suspendido', 403, 'BUSINESS_SUSPENDED')],
  ['an unexpected error', new TypeError('x')],
])('after %s the visit is kept and sent again with its key', async (_name, error) => {
  send.mockRejectedValueOnce(error)
  const outbox = page()
  await outbox.add({ subject: ana })
  await until(() => expect(events).toMatchObject([{ type: 'kept' }]))
  expect(rows()).toHaveLength(1)
  outbox.flush()
  await until(() => expect(events.at(-1)).toMatchObject({ type: 'registered' }))
  expect(sentKeys()).toEqual(['key1', 'key1'])
  expect(rows()).toEqual([])
})

test('retries by itself', async () => {
  send.mockRejectedValueOnce(networkError).mockRejectedValueOnce(networkError)
  await page([0, 0]).add({ subject: ana })
  await until(() => expect(events.at(-1)).toMatchObject({ type: 'registered' }))
  expect(sentKeys()).toEqual(['key1', 'key1', 'key1'])
})

test('offline a visit is reported as kept at once', async () => {
  send.mockRejectedValueOnce(networkError).mockReturnValue(new Promise(() => undefined))
  const outbox = page()
  await outbox.add({ subject: ana })
  await until(() => expect(events).toHaveLength(1))
  await outbox.add({ subject: luis })
  expect(events.at(-1)).toMatchObject({ type: 'kept', visit: { subject: luis } })
})

test('a visit without a response is reported as kept after a moment', async () => {
  vi.useFakeTimers()
  send.mockReturnValue(new Promise(() => undefined))
  const outbox = page()
  await outbox.add({ subject: ana })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toMatchObject([{ type: 'kept' }])
  outbox.stop()
})

test.each([
  ['fails on the server', new ApiError('', 500, 'INTERNAL')],
  ['is refused by a proxy', new ApiError('Forbidden', 403, 'HTTP_403')],
])('a visit that %s does not block the next ones', async (_title, error) => {
  send.mockImplementation(async ({ subject }) => {
    if ('customerId' in subject && subject.customerId === 'ana') throw error
    return answer
  })
  const outbox = page()
  await outbox.add({ subject: ana })
  await outbox.add({ subject: luis })
  outbox.flush()
  await until(() => expect(events.some(({ type }) => type === 'registered')).toBe(true))
  expect(rows()).toMatchObject([{ subject: ana }])
})

describe('a refusal', () => {
  const refusal = new ApiError('No se encontró el cliente.', 404, 'CUSTOMER_NOT_FOUND', {}, null, 'Búscalo.')

  // Spec: checkin-18
  test('stays until a user settles it, and is not sent again', async () => {
    send.mockRejectedValue(refusal)
    const outbox = page()
    const { key } = await outbox.add({ subject: ana })
    await until(() => expect(events).toMatchObject([{ type: 'refused', refusal: { code: refusal.code } }]))
    expect(rows()).toMatchObject([{ refusal: { message: refusal.message, hint: 'Búscalo.' } }])
    outbox.stop()
    const laterPage = page()
    await laterPage.ready
    laterPage.flush()
    expect(laterPage.rows()).toHaveLength(1)
    expect(send).toHaveBeenCalledOnce()
    await laterPage.settle(key)
    expect(rows()).toEqual([])
    expect(laterPage.rows()).toEqual([])
  })

  test('for a day that already has a stamp leaves nothing to settle', async () => {
    send.mockRejectedValue(new ApiError('Ya se registró una visita hoy', 409, 'SAME_DAY_VISIT'))
    const outbox = page()
    await outbox.add({ subject: ana })
    await until(() => expect(events).toMatchObject([{ type: 'refused' }]))
    expect(rows()).toEqual([])
    expect(outbox.rows()).toEqual([])
  })

  test.each(['BUSINESS_RULE', 'HTTP_409'])('for another conflict stays in the tray: %s', async (code) => {
    send.mockRejectedValue(new ApiError('Ya se registró una visita hoy', 409, code))
    const outbox = page()
    await outbox.add({ subject: ana })
    await until(() => expect(events).toMatchObject([{ type: 'refused' }]))
    expect(rows()).toMatchObject([{ refusal: { code } }])
    expect(outbox.rows()).toHaveLength(1)
  })

  test('because of a temporary password lets the visit wait for the next sign-in', async () => {
    send.mockRejectedValue(new ApiError('Tu contraseña es temporal.', 409, 'PASSWORD_CHANGE_REQUIRED'))
    await page().add({ subject: ana })
    await until(() => expect(events).toMatchObject([{ type: 'kept' }]))
    expect(rows()).toMatchObject([{ refusal: null }])
  })

  test('is thrown to the screen that waits for it, and is settled', async () => {
    send.mockRejectedValue(refusal)
    await expect(page().register({ subject: ana }, () => true)).rejects.toMatchObject({ code: refusal.code })
    expect(rows()).toEqual([])
  })

  test('stays when that screen was closed', async () => {
    send.mockRejectedValue(refusal)
    await expect(page().register({ subject: ana }, () => false)).rejects.toThrow()
    expect(rows()).toHaveLength(1)
  })
})

test('a waiting screen gets the outcome of its own visit', async () => {
  const refusal = new ApiError('Ya tiene una visita hoy.', 409, 'VISIT_TODAY')
  send.mockImplementation(async ({ subject }) => {
    if ('customerId' in subject && subject.customerId === luis.customerId) throw refusal
    return answer
  })
  const outbox = page()
  const outcomes = await Promise.allSettled(
    [ana, luis].map((subject) => outbox.register({ subject }, () => true)),
  )
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: { type: 'registered', answer } },
    { status: 'rejected', reason: { code: refusal.code } },
  ])
})

describe('a stopped outbox', () => {
  test('sends no stored and no new visit', async () => {
    storedVisits.set('key0', waitingVisit({ key: 'key0', subject: luis }))
    const outbox = page()
    outbox.stop()
    await outbox.ready
    await outbox.add({ subject: ana })
    outbox.flush()
    await Promise.resolve()
    expect(send).not.toHaveBeenCalled()
    expect(rows()).toHaveLength(2)
    outbox.start()
    await until(() => expect(sentKeys()).toEqual(['key0', 'key1']))
    outbox.stop()
  })

  test('sends no further visit after the pending one', async () => {
    let open: (value: RegisteredVisit) => void = () => undefined
    send.mockReturnValueOnce(new Promise((resolve) => (open = resolve)))
    const firstPage = page()
    await firstPage.add({ subject: ana })
    await firstPage.add({ subject: luis })
    firstPage.stop()
    open(answer)
    await until(() => expect(rows()).toHaveLength(1))
    expect(send).toHaveBeenCalledOnce()
    expect(rows()).toMatchObject([{ subject: luis }])
  })
})

describe('another tab of the device', () => {
  // Spec: checkin-18
  test('sends visits that an earlier tab stored, with their keys', async () => {
    send.mockReturnValueOnce(new Promise(() => undefined))
    const firstPage = page()
    await firstPage.add({ subject: ana })
    await firstPage.add({ subject: luis })
    firstPage.stop()
    page()
    await until(() => expect(rows()).toEqual([]))
    expect(sentKeys()).toEqual(['key1', 'key1', 'key2'])
  })

  test('skips visits that its user may not authorize, even very old ones, and sends the others', async () => {
    storedVisits.set('k', waitingVisit({ authorized: true, scannedAt: now - 2 * maxAge }))
    const store = memoryStore(storedVisits)
    const outbox = new Outbox({ businessId: 'b1', by: 'luis@x.test', mayAuthorize: false, store, send })
    outbox.start()
    await outbox.ready
    await outbox.add({ subject: luis })
    await until(() => expect(rows()).toMatchObject([{ key: 'k' }]))
    expect(send.mock.calls.map(([{ subject }]) => subject)).toEqual([luis])
  })

  test('skips visits of another business', async () => {
    storedVisits.set('k', waitingVisit({ businessId: 'b2' }))
    const outbox = page()
    await outbox.ready
    outbox.flush()
    expect(outbox.rows()).toEqual([])
    expect(send).not.toHaveBeenCalled()
  })
})

describe('a long list of visits', () => {
  const keys = Array.from({ length: 12 }, (_, i) => `k${i}`)
  beforeEach(() => {
    for (const key of keys) storedVisits.set(key, waitingVisit({ key, scannedAt: now }))
  })

  test('is sent in turns that end before the lock timeout, even with the longest request', async () => {
    const turns: number[] = []
    send.mockImplementation(async () => {
      now += 1_000
      return answer
    })
    page([], async (work) => {
      const startedAt = now
      const result = await work()
      turns.push(now - startedAt)
      return result
    })
    await until(() => expect(storedVisits.size).toBe(0))
    expect(sentKeys()).toEqual(keys)
    expect(Math.max(...turns)).toBeLessThan(20_000 - 15_000)
  })

  test('is tried once per visit, although the failures of the first ones take longer than a turn', async () => {
    send.mockImplementation(async () => {
      now += 1_000
      if (send.mock.calls.length > 8) return answer
      throw new ApiError('Algo ha fallado.', 500, 'INTERNAL')
    })
    const outbox = page()
    await until(() => expect(outbox.rows()).toHaveLength(8))
    expect(sentKeys()).toEqual(keys)
  })
})

test.each([
  ['many', () => Array.from({ length: maxVisits }, (_, i) => waitingVisit({ key: `k${i}`, scannedAt: now }))],
  ['old', () => [waitingVisit({ scannedAt: now - maxAge - 60_000 })]],
] as const)('refuses a further visit when the stored ones are too %s', async (why, visits) => {
  send.mockRejectedValue(networkError)
  for (const visit of visits()) storedVisits.set(visit.key, visit)
  const outbox = page()
  await outbox.ready
  const refusal = await outbox.add({ subject: luis }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(OutboxFull)
  expect(refusal).toMatchObject({ why })
  expect(rows().some(({ subject }) => subject === luis)).toBe(false)
})
