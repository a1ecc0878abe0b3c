import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { until } from '@/test/until'
import { type QueueEvent, type VisitJob, VisitQueue } from './visitQueue'
import type { WaitingVisits } from './waitingVisits'

const lost = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const visit = { id: 'v1' } as RegisteredVisit
const ana = { customerId: 'ana' }
const luis = { customerId: 'luis' }

let events: QueueEvent[]
let send: ReturnType<typeof vi.fn<(job: VisitJob) => Promise<RegisteredVisit>>>
let kept: VisitJob[]
let now: number
let keys: number

beforeEach(() => {
  events = []
  kept = []
  keys = 0
  now = Date.parse('2026-11-20T10:00:00')
  send = vi.fn().mockResolvedValue(visit)
})

const waiting: WaitingVisits = {
  read: () => kept,
  add: (job) => {
    kept = [...kept, job]
  },
  remove: (key) => {
    kept = kept.filter((job) => job.key !== key)
  },
}

function queue(pauses: readonly number[] = []) {
  const newKey = () => `key${++keys}`
  return new VisitQueue({
    send,
    tell: (event) => events.push(event),
    newKey,
    waiting,
    now: () => now,
    pauses,
  })
}

const outcomes = () => events.filter(({ type }) => type !== 'sending' && type !== 'waiting')
const sentKeys = () => send.mock.calls.map(([job]) => job.key)

test('one scan is one visit', async () => {
  queue().add(ana)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'registered', visit }]))
  expect(send).toHaveBeenCalledExactlyOnceWith({ key: 'key1', subject: ana, authorized: false, since: now })
})

test('the same customer does not enter twice while the request is under way', async () => {
  const visits = queue()
  expect(visits.add(ana)).toBe(true)
  expect(visits.add(ana)).toBe(false)
  expect(visits.add({ phone: '612345678' })).toBe(true)
  expect(visits.add({ phone: '612345678' })).toBe(false)
  await until(() => expect(outcomes()).toHaveLength(2))
  expect(send).toHaveBeenCalledTimes(2)
})

test('another customer waits for her turn', async () => {
  let answer: (value: RegisteredVisit) => void = () => undefined
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const visits = queue()
  visits.add(ana)
  visits.add(luis)
  expect(send).toHaveBeenCalledOnce()
  expect(events.at(-1)).toEqual({ type: 'waiting', count: 1 })
  answer(visit)
  await until(() => expect(outcomes()).toHaveLength(2))
  expect(send.mock.calls.map(([job]) => job.subject)).toEqual([ana, luis])
})

test('without an answer it tries again with the same key', async () => {
  send.mockRejectedValueOnce(lost).mockRejectedValueOnce(new ApiError('', 503, 'BUSY'))
  queue([0, 0]).add(ana)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'registered' }]))
  expect(sentKeys()).toEqual(['key1', 'key1', 'key1'])
})

test('a visit that comes too soon after others is tried again, and not dropped', async () => {
  const tooMany = new ApiError('Demasiadas peticiones.', 429, 'TOO_MANY_REQUESTS')
  send.mockRejectedValue(tooMany)
  const visits = queue([0])
  visits.add(ana)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'unanswered', error: tooMany }]))
  expect(kept).toHaveLength(1)
  send.mockResolvedValue(visit)
  visits.retry()
  await until(() => expect(outcomes().at(-1)).toMatchObject({ type: 'registered' }))
  expect(sentKeys()).toEqual(['key1', 'key1', 'key1'])
  expect(kept).toEqual([])
})

test('after the last try it waits for a person, and keeps the key', async () => {
  send.mockRejectedValueOnce(lost)
  const visits = queue()
  visits.add(ana)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'unanswered', error: lost }]))
  visits.retry()
  await until(() => expect(outcomes()).toHaveLength(2))
  expect(outcomes().at(-1)).toMatchObject({ type: 'registered' })
  expect(sentKeys()).toEqual(['key1', 'key1'])
})

test('a further scan tries the stuck visit first', async () => {
  send.mockRejectedValueOnce(lost)
  const visits = queue()
  visits.add(ana)
  await until(() => expect(outcomes()).toHaveLength(1))
  visits.add(luis)
  await until(() => expect(outcomes()).toHaveLength(3))
  expect(sentKeys()).toEqual(['key1', 'key1', 'key2'])
})

test('a discarded visit is not sent again, and those behind it go on', async () => {
  send.mockRejectedValue(lost)
  const visits = queue()
  visits.add(ana)
  visits.add(luis)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'unanswered', job: { subject: ana } }]))
  send.mockResolvedValue(visit)
  visits.discard()
  await until(() => expect(outcomes().at(-1)).toMatchObject({ type: 'registered', job: { subject: luis } }))
  expect(sentKeys()).toEqual(['key1', 'key2'])
})

test('what the server refuses is not sent again', async () => {
  const refusal = new ApiError('Ya se registró una visita hoy', 409, 'SAME_DAY_VISIT')
  send.mockRejectedValue(refusal)
  const visits = queue([0])
  visits.add(ana)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'refused', error: refusal }]))
  visits.retry()
  expect(send).toHaveBeenCalledOnce()
})

test('an authorised visit says so and has a key of its own', async () => {
  const visits = queue()
  visits.add(ana)
  await until(() => expect(outcomes()).toHaveLength(1))
  visits.add(ana, true)
  await until(() => expect(outcomes()).toHaveLength(2))
  expect(send.mock.calls[1]?.[0]).toEqual({ key: 'key2', subject: ana, authorized: true, since: now })
})

test('an authorised visit does not pass for the one that is under way', async () => {
  const visits = queue()
  visits.add(ana)
  expect(visits.add(ana, true)).toBe(true)
  expect(visits.add(ana, true)).toBe(false)
  await until(() => expect(outcomes()).toHaveLength(2))
})

describe('after a reload', () => {
  test('what had no answer is sent with the key it had, and those behind it too', async () => {
    send.mockReturnValueOnce(new Promise(() => undefined))
    const before = queue()
    before.add(ana)
    before.add(luis)
    queue().start()
    await until(() => expect(outcomes()).toHaveLength(2))
    expect(sentKeys()).toEqual(['key1', 'key1', 'key2'])
    expect(kept).toEqual([])
  })

  test('nothing waits of what was answered, refused or given up', async () => {
    send.mockResolvedValueOnce(visit).mockRejectedValueOnce(new ApiError('', 404, 'CUSTOMER_NOT_FOUND'))
    send.mockRejectedValueOnce(lost)
    const visits = queue()
    visits.add(ana)
    visits.add(luis)
    visits.add({ phone: '612345678' })
    await until(() => expect(outcomes()).toHaveLength(3))
    expect(kept).toMatchObject([{ key: 'key3' }])
    visits.discard()
    expect(kept).toEqual([])
  })

  test('what the page left behind goes on elsewhere takes nothing from the new one', async () => {
    let answer: (value: RegisteredVisit) => void = () => undefined
    send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    send.mockReturnValue(new Promise(() => undefined))
    const before = queue()
    before.add(ana)
    before.add(luis)
    before.stop()
    const after = queue()
    after.start()
    after.add({ phone: '612345678' })
    answer(visit)
    await until(() => expect(kept).toHaveLength(2))
    expect(kept.map(({ subject }) => subject)).toEqual([luis, { phone: '612345678' }])
    expect(send.mock.calls.filter(([job]) => job.subject === luis)).toEqual([])
  })

  test('a visit of another day waits for a person: it would count as one of today', async () => {
    send.mockRejectedValueOnce(lost)
    queue().add(ana)
    await until(() => expect(outcomes()).toHaveLength(1))
    now += 24 * 60 * 60_000
    const visits = queue()
    visits.start()
    visits.add(luis)
    expect(send).toHaveBeenCalledOnce()
    expect(outcomes().at(-1)).toEqual({ type: 'unanswered', job: kept[0] })
    visits.retry()
    await until(() => expect(kept).toEqual([]))
    expect(sentKeys()[1]).toBe('key1')
  })
})

test('a session that ends keeps what was not sent', async () => {
  send.mockRejectedValue(new ApiError('Sesión caducada.', 401, 'TOKEN_EXPIRED'))
  const visits = queue([0, 0])
  visits.add(ana)
  visits.add(luis)
  await until(() => expect(outcomes()).toMatchObject([{ type: 'unanswered', job: { subject: ana } }]))
  expect(send).toHaveBeenCalledOnce()
  expect(kept.map(({ subject }) => subject)).toEqual([ana, luis])
})
