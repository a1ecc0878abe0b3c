import { expect, test } from 'vitest'
import { sayChange, sayComparison } from './comparison'

test.each([
  [
    ['2026-11-01', '2026-11-28'],
    ['2026-10-01', '2026-10-28'],
    'Del 1 al 28 de noviembre, comparado con los días del 1 al 28 de octubre de 2026',
  ],
  [
    ['2026-01-01', '2026-01-31'],
    ['2025-12-01', '2025-12-31'],
    'Del 1 al 31 de enero de 2026, comparado con los días del 1 al 31 de diciembre de 2025',
  ],
  [
    ['2026-11-26', '2026-11-26'],
    ['2026-11-19', '2026-11-19'],
    'El 26 de noviembre, comparado con el 19 de noviembre de 2026',
  ],
] as const)('says the comparison of %j with %j as: %s', ([from, to], [fromBefore, toBefore], text) => {
  expect(sayComparison({ from, to }, { from: fromBefore, to: toBefore })).toBe(text)
})

test.each([
  [42, 38, 'antes 38 visitas, ahora 4 más'],
  [0, 1, 'antes 1 visita, ahora 1 menos'],
  [1234, 1234, 'antes 1234 visitas, ahora las mismas'],
])('says %i visits after %i as "%s"', (visits, before, text) => {
  expect(sayChange(visits, before)).toBe(text)
})
