import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import { type QueueEvent, type VisitJob, VisitQueue } from './visitQueue'

const lost = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const visit = { id: 'v1' } as RegisteredVisit
const ana = { customerId: 'ana' }
const luis = { customerId: 'luis' }

let events: QueueEvent[]
let send: ReturnType<typeof vi.fn<(job: VisitJob) => Promise<RegisteredVisit>>>

beforeEach(() => {
  events = []
  send = vi.fn().mockResolvedValue(visit)
})

function queue(pauses: readonly number[] = []) {
  let keys = 0
  return new VisitQueue({ send, tell: (event) => events.push(event), newKey: () => `key${++keys}`, pauses })
}

const outcomes = () => events.filter(({ type }) => type !== 'sending' && type !== 'waiting')
const sentKeys = () => send.mock.calls.map(([job]) => job.key)

test('one scan is one visit', async () => {
  queue().add(ana)
  await vi.waitFor(() => expect(outcomes()).toMatchObject([{ type: 'registered', visit }]))
  expect(send).toHaveBeenCalledExactlyOnceWith({ key: 'key1', subject: ana, authorized: false })
})

test('the same customer does not enter twice while the request is under way', async () => {
  const visits = queue()
  expect(visits.add(ana)).toBe(true)
  expect(visits.add(ana)).toBe(false)
  expect(visits.add({ phone: '612345678' })).toBe(true)
  expect(visits.add({ phone: '612345678' })).toBe(false)
  await vi.waitFor(() => expect(outcomes()).toHaveLength(2))
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
  await vi.waitFor(() => expect(outcomes()).toHaveLength(2))
  expect(send.mock.calls.map(([job]) => job.subject)).toEqual([ana, luis])
})

test('without an answer it tries again with the same key', async () => {
  send.mockRejectedValueOnce(lost).mockRejectedValueOnce(new ApiError('', 503, 'BUSY'))
  queue([0, 0]).add(ana)
  await vi.waitFor(() => expect(outcomes()).toMatchObject([{ type: 'registered' }]))
  expect(sentKeys()).toEqual(['key1', 'key1', 'key1'])
})

test('after the last try it waits for a person, and keeps the key', async () => {
  send.mockRejectedValueOnce(lost)
  const visits = queue()
  visits.add(ana)
  await vi.waitFor(() => expect(outcomes()).toMatchObject([{ type: 'unanswered', error: lost }]))
  visits.retry()
  await vi.waitFor(() => expect(outcomes()).toHaveLength(2))
  expect(outcomes().at(-1)).toMatchObject({ type: 'registered' })
  expect(sentKeys()).toEqual(['key1', 'key1'])
})

test('a further scan tries the stuck visit first', async () => {
  send.mockRejectedValueOnce(lost)
  const visits = queue()
  visits.add(ana)
  await vi.waitFor(() => expect(outcomes()).toHaveLength(1))
  visits.add(luis)
  await vi.waitFor(() => expect(outcomes()).toHaveLength(3))
  expect(sentKeys()).toEqual(['key1', 'key1', 'key2'])
})

test('a discarded visit is not sent again, and those behind it go on', async () => {
  send.mockRejectedValue(lost)
  const visits = queue()
  visits.add(ana)
  visits.add(luis)
  await vi.waitFor(() => expect(outcomes()).toMatchObject([{ type: 'unanswered', job: { subject: ana } }]))
  send.mockResolvedValue(visit)
  visits.discard()
  await vi.waitFor(() =>
    expect(outcomes().at(-1)).toMatchObject({ type: 'registered', job: { subject: luis } }),
  )
  expect(sentKeys()).toEqual(['key1', 'key2'])
})

test('what the server refuses is not sent again', async () => {
  const refusal = new ApiError('Ya se registró una visita hoy', 409, 'SAME_DAY_VISIT')
  send.mockRejectedValue(refusal)
  const visits = queue([0])
  visits.add(ana)
  await vi.waitFor(() => expect(outcomes()).toMatchObject([{ type: 'refused', error: refusal }]))
  visits.retry()
  expect(send).toHaveBeenCalledOnce()
})

test('an authorised visit says so and has a key of its own', async () => {
  const visits = queue()
  visits.add(ana)
  await vi.waitFor(() => expect(outcomes()).toHaveLength(1))
  visits.add(ana, true)
  await vi.waitFor(() => expect(outcomes()).toHaveLength(2))
  expect(send.mock.calls[1]?.[0]).toEqual({ key: 'key2', subject: ana, authorized: true })
})
