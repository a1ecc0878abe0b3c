import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { memoryStore, waitingVisit } from '@/test/visitStore'
import { Sender } from './sender'
import type { WaitingVisit } from './waitingVisit'

const visits = Array.from({ length: 30 }, (_, i) => waitingVisit({ key: `k${i}`, scannedAt: i }))
let sender: Sender | undefined

afterEach(() => sender?.stop())

/** Sends 30 stored visits once and returns the keys that were sent and those that are still stored. */
async function sendAll(send: (visit: WaitingVisit) => Promise<RegisteredVisit>) {
  const storedVisits = new Map(visits.map((visit) => [visit.key, visit]))
  const store = memoryStore(storedVisits)
  const spy = vi.fn(send)
  sender = new Sender({
    store,
    all: () => store.all('b1'),
    send: spy,
    notify: () => undefined,
    runExclusive: (work) => work(),
    now: () => 0,
    mayAuthorize: true,
    pauses: [],
  })
  await sender.flush()
  return { sentKeys: spy.mock.calls.map(([{ key }]) => key), storedKeys: [...storedVisits.keys()] }
}

const keys = visits.map(({ key }) => key)

test('a run ends after a proxy has refused twenty visits', async () => {
  const { sentKeys, storedKeys } = await sendAll(() =>
    Promise.reject(new ApiError('Forbidden', 403, 'HTTP_403')),
  )
  expect(sentKeys).toEqual(keys.slice(0, 20))
  expect(storedKeys).toEqual(keys)
})

const unknownField = { idHash: 'Este dato no se conoce.' }

test.each([
  ['at which the server fails', new ApiError('', 500, 'INTERNAL')],
  ['that an older server cannot read', new ApiError('Revisa los campos.', 422, 'VALIDATION', unknownField)],
])('many visits %s do not block the ones behind them', async (_title, error) => {
  const { sentKeys, storedKeys } = await sendAll(({ key }) =>
    keys.indexOf(key) < 25 ? Promise.reject(error) : Promise.resolve({ id: key } as RegisteredVisit),
  )
  expect(sentKeys).toEqual(keys)
  expect(storedKeys).toEqual(keys.slice(0, 25))
})
