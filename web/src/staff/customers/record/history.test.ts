import { expect, test } from 'vitest'
import { visit } from '@/test/examples'
import { historyOf, monthsOf } from './history'

const visits = Array.from({ length: 20 }, (_, index) =>
  visit(`v${index}`, `2026-${index < 4 ? '09' : '10'}-${String(index + 1).padStart(2, '0')}T10:00:00Z`),
)

// Spec: record-15, record-16, limits-7
test('returns the fifteen newest visits and the total', () => {
  const { shownVisits, total } = historyOf(visits, '')
  expect([shownVisits.length, shownVisits[0]?.id, total]).toEqual([15, 'v19', 20])
})

// Spec: record-14
test('returns the visits of a month', () => {
  const { shownVisits, total } = historyOf(visits, '2026-09')
  expect([shownVisits.map(({ id }) => id), total]).toEqual([['v3', 'v2', 'v1', 'v0'], 4])
})

test("returns the months, latest first, in the business's time zone", () => {
  const lateEvening = visit('late', '2026-10-31T23:30:00Z', { localDay: '2026-11-01' })
  expect(monthsOf([...visits, lateEvening])).toEqual(['2026-11', '2026-10', '2026-09'])
})
