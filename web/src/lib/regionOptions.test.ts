import { afterEach, expect, test, vi } from 'vitest'
import { zoneOptions } from './regionOptions'

afterEach(() => vi.restoreAllMocks())

test('lists the zones of Spain first, by their names there, and the others by city', () => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([
    'America/Argentina/Buenos_Aires',
    'Atlantic/Canary',
    'Europe/Lisbon',
    'Europe/Madrid',
    'Pacific/Honolulu',
  ])
  expect(zoneOptions('Europe/Madrid')).toEqual([
    { value: 'Europe/Madrid', label: 'Península y Baleares' },
    { value: 'Atlantic/Canary', label: 'Canarias' },
    { value: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires (America, Argentina)' },
    { value: 'Pacific/Honolulu', label: 'Honolulu (Pacific)' },
    { value: 'Europe/Lisbon', label: 'Lisbon (Europe)' },
  ])
})

test('includes the chosen zone that the browser does not know', () => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Madrid'])
  expect(zoneOptions('Europe/Nowhere').map(({ value }) => value)).toEqual([
    'Europe/Madrid',
    'Atlantic/Canary',
    'Europe/Nowhere',
  ])
})
