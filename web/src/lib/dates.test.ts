import { describe, expect, test, vi } from 'vitest'
import {
  formatTypedDay,
  localDay,
  sayClock,
  sayDay,
  sayExactly,
  sayMoment,
  sayMonth,
  sayNearDay,
} from './dates'

const clock = { timeZone: 'Europe/Madrid', now: new Date('2026-11-20T17:00:00Z') }

test.each(['', 'ayer', undefined as unknown as string])(
  'an invalid date %j is shown as a dash',
  (instant) => {
    const texts = [
      sayMoment(instant, clock),
      sayNearDay(instant, clock),
      sayClock(instant),
      sayExactly(instant),
    ]
    expect(texts).toEqual(['—', '—', '—', '—'])
    expect(sayDay(instant)).toBe('—')
  },
)

describe('sayMoment', () => {
  test.each([
    ['2026-11-20T09:42:00Z', 'hoy, 10:42'],
    ['2026-11-19T23:05:00Z', 'hoy, 0:05'],
    ['2026-11-19T22:59:00Z', 'ayer, 23:59'],
    ['2026-11-20T23:00:00Z', 'mañana, 0:00'],
    ['2026-11-17T12:00:00Z', 'hace 3 días'],
    ['2026-11-13T12:00:00Z', 'hace 1 semana'],
    ['2026-10-30T12:00:00Z', 'hace 3 semanas'],
    ['2026-09-29T12:00:00Z', 'hace 7 semanas'],
    ['2026-09-21T12:00:00Z', 'hace 8 semanas'],
    ['2026-09-20T12:00:00Z', 'hace 2 meses'],
    ['2026-09-01T12:00:00Z', 'hace 2 meses'],
    ['2025-11-20T12:00:00Z', 'hace 1 año'],
    ['2023-11-01T12:00:00Z', 'hace 3 años'],
    ['2026-11-24T12:00:00Z', '24 de noviembre de 2026'],
  ])('%s is %s', (instant, text) => {
    expect(sayMoment(instant, clock)).toBe(text)
  })

  test('uses the day of the business, not of the device', () => {
    const evening = '2026-11-20T03:00:00Z'
    expect(sayMoment(evening, { ...clock, timeZone: 'America/Mexico_City' })).toBe('ayer, 21:00')
  })

  test('counts days across a change of the clocks', () => {
    const now = new Date('2026-10-26T11:00:00Z')
    expect(sayMoment('2026-10-24T22:30:00Z', { timeZone: 'Europe/Madrid', now })).toBe('ayer, 0:30')
  })
})

test.each([
  ['2026-11-20T09:42:00Z', 'hoy'],
  ['2026-11-19T22:59:00Z', 'ayer'],
  ['2026-11-03T12:00:00Z', 'mar, 3 nov 2026'],
])('formats the day of %s as %s', (instant, text) => {
  expect(sayNearDay(instant, clock)).toBe(text)
})

test('formats times, months and typed days', () => {
  expect(sayClock('2026-11-20T09:42:00Z', 'Europe/Madrid')).toBe('10:42')
  expect(sayMonth('2026-11')).toBe('noviembre de 2026')
  expect(formatTypedDay('1990-05-03')).toBe('03/05/1990')
})

test('sayExactly includes day and minute', () => {
  expect(sayExactly('2026-11-20T09:42:00Z', 'Europe/Madrid')).toBe('viernes, 20 de noviembre de 2026, 10:42')
})

test('sayDay does not shift with the time zone', () => {
  expect(sayDay('1990-05-03')).toBe('3 de mayo de 1990')
})

test('localDay is the day in the time zone', () => {
  expect(localDay(new Date('2026-11-19T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-20')
})

test("localDay does not depend on the engine's order of date parts", () => {
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(
    () => '11/20/26',
  )
  expect(localDay(new Date('2026-11-19T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-20')
})

test('creates the format of a time zone once', () => {
  localDay(new Date('2026-11-19T23:30:00Z'), 'America/Bogota')
  const construct = vi.spyOn(Intl, 'DateTimeFormat')
  expect(localDay(new Date('2026-11-19T03:30:00Z'), 'America/Bogota')).toBe('2026-11-18')
  expect(construct).not.toHaveBeenCalled()
})
