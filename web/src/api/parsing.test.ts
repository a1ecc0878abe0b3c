import { describe, expect, test } from 'vitest'
import {
  listShapes,
  otherCustomer,
  otherFamily,
  otherPending,
  otherProgress,
  otherReport,
} from '@/test/otherServers'
import { customerFrom, customersFrom, familyFrom, progressFrom, reportFrom } from './parsing'

describe('a customer', () => {
  // Spec: entities-6
  test('has the fields of the specification and defaults for the others', () => {
    expect(customerFrom(otherCustomer())).toMatchObject({
      id: 'ana0123456789',
      phone: '+34612345678',
      birthday: '1990-05-03',
      tag: 'BONO_TARJETA',
      active: true,
      visitsCount: 5,
      lastVisitAt: null,
      family: null,
    })
  })

  test('accepts numeric text, a numeric id and unknown fields', () => {
    const raw = otherCustomer({
      id: 42,
      visitsCount: '5',
      birthday: '1990-05-03T00:00:00Z',
      loyalty: { x: 1 },
    })
    expect(customerFrom(raw)).toMatchObject({ id: '42', visitsCount: 5, birthday: '1990-05-03' })
  })

  test.each([null, undefined, [], 'ana'])('is empty when it is %o', (raw) => {
    expect(customerFrom(raw)).toMatchObject({ id: '', name: '', phone: null, tag: null, visitsCount: 0 })
  })

  // Spec: calls-17
  test.each(listShapes)('is read from a list of the form %s', (_name, shape) => {
    const { items, total } = customersFrom(shape([otherCustomer()]))
    expect([items[0]?.tag, total]).toEqual(['BONO_TARJETA', 1])
  })
})

describe('progress', () => {
  // Spec: entities-12
  test('lists the pending rewards whose ids it has', () => {
    const { rewards, pending } = progressFrom(otherProgress())
    expect(rewards.map(({ id, kind, status }) => [id, kind, status])).toEqual([['half-1', 'HALF', 'PENDING']])
    expect(pending).toMatchObject({ half: true, halfRewardId: 'half-1' })
    const both = { ...otherPending, free: true, freeRewardId: 'free-1' }
    expect(progressFrom(otherProgress({ pending: both })).rewards.map(({ id }) => id)).toEqual([
      'half-1',
      'free-1',
    ])
  })

  // Spec: entities-12
  test.each([
    [true, true],
    [false, false],
    [null, false],
    [{ half: false, free: false, halfRewardId: null, freeRewardId: null }, false],
    [{ half: false, free: true }, true],
  ])('reads the pending rewards %j as %j', (pending, owes) => {
    const read = progressFrom(otherProgress({ pending }))
    expect([read.pending !== null, read.rewards]).toEqual([owes, []])
  })

  test.each([
    [{ count: 3, target: 10 }, [3, 10, 5, 2, 7]],
    [{ count: '13', target: '10' }, [13, 10, 5, 2, 7]],
    [{ count: 3, target: 4 }, [3, 4, null, null, 1]],
    [{ count: 3, target: 6, vip: true }, [3, 6, null, null, 3]],
    [{ count: 3, target: 4, vip: false }, [3, 4, 2, 0, 1]],
    [{ count: 3, target: 10, halfMilestone: null }, [3, 10, null, null, 7]],
    [{ count: null, target: 0 }, [0, 10, 5, 5, 10]],
    [null, [0, 10, 5, 5, 10]],
  ])('reads %j as %j', (raw, numbers) => {
    const { count, target, halfMilestone, toHalf, toFree } = progressFrom(raw)
    expect([count, target, halfMilestone, toHalf, toFree]).toEqual(numbers)
  })

  test('drops rewards that are not pending or have no known kind', () => {
    const rewards = [
      { id: 'a', kind: 'FREE' },
      { id: 'b', kind: 'FREE', status: 'REDEEMED' },
      { id: 'c', kind: 'OTHER' },
    ]
    expect(progressFrom(otherProgress({ rewards })).rewards.map(({ id }) => id)).toEqual(['a'])
  })
})

describe('a family', () => {
  // Spec: entities-13
  test.each([
    [{ customerId: 'c1', role: 'PRIMARY' }, ['c1', 'PRIMARY']],
    [{ id: 'c1', familyRole: 'CHILD' }, ['c1', 'CHILD']],
    [{ id: 'm1', customerId: 'c1', role: 'AUNT' }, ['c1', 'ADULT']],
  ])('reads the member %j as %j', (member, idAndRole) => {
    const [read] = familyFrom(otherFamily({ members: [member] })).members
    expect([read?.customerId, read?.role]).toEqual(idAndRole)
  })

  test.each([null, undefined, {}])('has no members when they are %o', (members) => {
    expect(familyFrom(otherFamily({ members })).members).toEqual([])
  })
})

describe('a report', () => {
  // Spec: entities-16
  test('has the requested range and counts its customers', () => {
    expect(reportFrom(otherReport(), { range: 'week' })).toMatchObject({
      range: 'week',
      total: 5,
      customers: 1,
      nextCursor: null,
      window: { week: { from: '2026-11-16', to: '2026-11-22' } },
    })
  })

  test.each([null, { items: null, window: null }])('is empty when it is %j', (raw) => {
    const read = reportFrom(raw, { date: '2026-11-21', range: 'day' })
    expect([read.total, read.items, read.window.day]).toEqual([
      0,
      [],
      { from: '2026-11-21', to: '2026-11-21' },
    ])
  })

  test('sums the range when the total is missing', () => {
    expect(reportFrom(otherReport({ total: undefined }), { range: 'month' }).total).toBe(7)
  })
})
