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
  'of %j, which is no moment, a dash is said',
  (instant) => {
    const said = [
      sayMoment(instant, clock),
      sayNearDay(instant, clock),
      sayClock(instant),
      sayExactly(instant),
    ]
    expect(said).toEqual(['—', '—', '—', '—'])
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
    ['2026-09-01T12:00:00Z', 'hace 2 meses'],
    ['2025-11-20T12:00:00Z', 'hace 1 año'],
    ['2023-11-01T12:00:00Z', 'hace 3 años'],
    ['2026-11-24T12:00:00Z', '24 de noviembre de 2026'],
  ])('%s is %s', (instant, expected) => {
    expect(sayMoment(instant, clock)).toBe(expected)
  })

  test('today is the day of the business, not of the device', () => {
    const evening = '2026-11-20T03:00:00Z'
    expect(sayMoment(evening, { ...clock, timeZone: 'America/Mexico_City' })).toBe('ayer, 21:00')
  })

  test('counts days rightly over the change of the clocks', () => {
    const now = new Date('2026-10-26T11:00:00Z')
    expect(sayMoment('2026-10-24T22:30:00Z', { timeZone: 'Europe/Madrid', now })).toBe('ayer, 0:30')
  })
})

test.each([
  ['2026-11-20T09:42:00Z', 'hoy'],
  ['2026-11-19T22:59:00Z', 'ayer'],
  ['2026-11-03T12:00:00Z', 'mar, 3 nov 2026'],
])('the day of %s is %s', (instant, expected) => {
  expect(sayNearDay(instant, clock)).toBe(expected)
})

test('time, month and typed day', () => {
  expect(sayClock('2026-11-20T09:42:00Z', 'Europe/Madrid')).toBe('10:42')
  expect(sayMonth('2026-11')).toBe('noviembre de 2026')
  expect(formatTypedDay('1990-05-03')).toBe('03/05/1990')
})

test('sayExactly names day and minute', () => {
  expect(sayExactly('2026-11-20T09:42:00Z', 'Europe/Madrid')).toBe('viernes, 20 de noviembre de 2026, 10:42')
})

test('sayDay does not shift with the time zone', () => {
  expect(sayDay('1990-05-03')).toBe('3 de mayo de 1990')
})

test('localDay is the day on that clock', () => {
  expect(localDay(new Date('2026-11-19T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-20')
})

test('localDay is the same day wherever an engine writes dates in another order', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(
    () => '11/20/26',
  )
  expect(localDay(new Date('2026-11-19T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-20')
})

test('a format is made once for a zone: a counter asks for the day of hundreds of visits', () => {
  localDay(new Date('2026-11-19T23:30:00Z'), 'America/Bogota')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  expect(localDay(new Date('2026-11-19T03:30:00Z'), 'America/Bogota')).toBe('2026-11-18')
  expect(made).not.toHaveBeenCalled()
})
