// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { forgetPlace, keepPlace, takePlace } from './place'

const ana = { email: 'ana@x.test', role: 'ADMIN' } as const

afterEach(() => sessionStorage.clear())

test('a place is kept for one person with one role, and for once', () => {
  keepPlace(ana, '/app/customers/c1?q=a#b')
  expect(takePlace(ana)).toBe('/app/customers/c1?q=a#b')
  expect(takePlace(ana)).toBeNull()
  keepPlace(ana, '/cpanel')
  expect(takePlace({ ...ana, email: 'luis@x.test' })).toBeNull()
  expect(takePlace(ana), 'somebody else has come since').toBeNull()
  keepPlace(ana, '/staff/checkin')
  expect(takePlace({ ...ana, role: 'BARBER' })).toBeNull()
  keepPlace(ana, '/app?x')
  forgetPlace()
  expect(takePlace(ana)).toBeNull()
})

test.each([
  '//evil.test/app',
  'https://evil.test/app',
  '/\\evil.test',
  '/login',
  '/logout',
  '/',
  '/apps',
  '/app.evil.test',
  '/app@evil.test',
])('%s is no place to go on', (place) => {
  keepPlace(ana, place)
  expect(takePlace(ana)).toBeNull()
  sessionStorage.setItem('axioma.place', JSON.stringify({ ...ana, place }))
  expect(takePlace(ana)).toBeNull()
})
