// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { clearReturnPath, saveReturnPath, takeReturnPath } from './returnPath'

const ana = { email: 'ana@x.test', role: 'ADMIN' } as const

afterEach(() => sessionStorage.clear())

test('a return path is valid once, for one user and role', () => {
  saveReturnPath(ana, '/app/customers/c1?q=a#b')
  expect(takeReturnPath(ana)).toBe('/app/customers/c1?q=a#b')
  expect(takeReturnPath(ana)).toBeNull()
  saveReturnPath(ana, '/cpanel')
  expect(takeReturnPath({ ...ana, email: 'luis@x.test' })).toBeNull()
  expect(takeReturnPath(ana), 'another user has signed in since').toBeNull()
  saveReturnPath(ana, '/staff/checkin')
  expect(takeReturnPath({ ...ana, role: 'BARBER' })).toBeNull()
  saveReturnPath(ana, '/app?x')
  clearReturnPath()
  expect(takeReturnPath(ana)).toBeNull()
})

// Spec: routes-8
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
])('%s is not a return path', (place) => {
  saveReturnPath(ana, place)
  expect(takeReturnPath(ana)).toBeNull()
  sessionStorage.setItem('axioma.place', JSON.stringify({ ...ana, place }))
  expect(takeReturnPath(ana)).toBeNull()
})
