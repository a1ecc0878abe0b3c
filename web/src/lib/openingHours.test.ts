import { expect, test } from 'vitest'
import { sayNow, weekLines } from './openingHours'

const split = (weekday: number) => [
  { weekday, from: '09:30', to: '14:00' },
  { weekday, from: '16:30', to: '20:30' },
]
const week = [1, 2, 3, 4, 5].flatMap(split).concat({ weekday: 6, from: '10:00', to: '14:00' })

test('consecutive days with the same hours form one line', () => {
  expect(weekLines(week)).toEqual([
    { days: 'lunes a viernes', hours: ['9:30–14:00', '16:30–20:30'] },
    { days: 'sábado', hours: ['10:00–14:00'] },
    { days: 'domingo', hours: [] },
  ])
  expect(weekLines([...split(1), ...split(3)]).map(({ days }) => days)).toEqual([
    'lunes',
    'martes',
    'miércoles',
    'jueves a domingo',
  ])
  expect(weekLines([...split(6), ...split(7)]).map(({ days }) => days)).toEqual([
    'lunes a viernes',
    'sábado y domingo',
  ])
})

test.each([
  // 23 November 2026 is a Monday; Madrid is then at UTC+1.
  ['2026-11-23T08:29:00Z', 'Cerrado ahora, abre a las 9:30'],
  ['2026-11-23T08:30:00Z', 'Abierto ahora, hasta las 14:00'],
  ['2026-11-23T13:00:00Z', 'Cerrado ahora, abre a las 16:30'],
  ['2026-11-23T19:29:00Z', 'Abierto ahora, hasta las 20:30'],
  ['2026-11-23T19:30:00Z', 'Cerrado ahora, abre mañana a las 9:30'],
  ['2026-11-28T15:00:00Z', 'Cerrado ahora, abre el lunes a las 9:30'],
  ['2026-11-22T23:30:00Z', 'Cerrado ahora, abre a las 9:30'],
])('at %s the text is: %s', (now, text) => {
  expect(sayNow(week, 'Europe/Madrid', new Date(now))).toBe(text)
})

test('names the weekday of an opening next week, and says nothing without hours', () => {
  const mondays = [{ weekday: 1, from: '01:00', to: '01:30' }]
  const monday = new Date('2026-11-23T12:00:00Z')
  expect(sayNow(mondays, 'Europe/Madrid', monday)).toBe('Cerrado ahora, abre el lunes a la 1:00')
  expect(sayNow([], 'Europe/Madrid', monday)).toBe('')
})
