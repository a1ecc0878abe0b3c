import { expect, test } from 'vitest'
import { addDays, addMonths, sayFromTo, saySpan, sayWeekday, weekdayOf } from './days'

test.each([
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-03-01', -1, '2024-02-29'],
  ['2026-10-26', -7, '2026-10-19'],
])('%s plus %i days is %s', (day, days, result) => {
  expect(addDays(day, days)).toBe(result)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-12-31', 2, '2027-02-28'],
])('%s plus %i months is %s', (day, months, result) => {
  expect(addMonths(day, months)).toBe(result)
})

test('weeks begin on Monday', () => {
  expect(weekdayOf('2026-11-16')).toBe(1)
  expect(weekdayOf('2026-11-22')).toBe(7)
})

test('formats days and spans in Spanish', () => {
  expect(sayWeekday('2026-11-20')).toBe('viernes 20')
  expect(saySpan('2026-11-16', '2026-11-22')).toMatch(/^16.22 de noviembre de 2026$/)
})

test.each([
  ['2026-11-16', '2026-11-16', 'el 16 de noviembre de 2026'],
  ['2026-11-01', '2026-11-22', 'del 1 al 22 de noviembre de 2026'],
  ['2026-06-01', '2026-08-30', 'del 1 de junio al 30 de agosto de 2026'],
  ['2025-11-29', '2026-11-27', 'del 29 de noviembre de 2025 al 27 de noviembre de 2026'],
])('from %s to %s is said «%s»', (from, to, text) => {
  expect(sayFromTo(from, to)).toBe(text)
})
