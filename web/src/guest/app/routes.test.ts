import { expect, test } from 'vitest'
import { canonicalAddress, routeAt } from './routes'

// Spec: routes-13, routes-14, routes-15
test.each([
  ['/', { page: 'landing' }],
  ['/?utm=x', { page: 'landing' }],
  ['/login', { page: 'login' }],
  ['/legal/privacidad', { page: 'legal', about: 'privacidad' }],
  ['/legal/aviso/?bid=b1', { page: 'legal', about: 'aviso' }],
  ['/legal/cookies', { page: 'legal', about: 'cookies' }],
  ['/public/register?bid=b1', { page: 'registration', businessId: 'b1' }],
  ['/public/register', { page: 'registration', businessId: null }],
  ['/r/k7m3xp', { page: 'registration', businessId: null, isShort: true }],
  ['/qr?cid=c1', { page: 'fixedRegistration' }],
  ['/public/qr?cid=c1', { page: 'fixedRegistration' }],
  ['/app/qr?cid=c1', { page: 'fixedRegistration' }],
  ['/qr/?cid=c1', { page: 'fixedRegistration' }],
  ['/portal', { page: 'portal' }],
  ['/portal/points', { page: 'portal' }],
  ['/portal/data', { page: 'portal' }],
])('%s is the route %j', (path, place) => {
  expect(routeAt(new URL(path, 'http://axioma.test'))).toEqual(place)
})

test.each([
  ['/r/k7m3xp', 'b1', '/public/register?bid=b1'],
  ['/r/k7m3xp', undefined, '/r/k7m3xp'],
  ['/portal?bid=b1', 'b1', '/portal?bid=b1'],
])('the canonical address of %s with the business %s is %s', (path, businessId, address) => {
  const { pathname, search } = canonicalAddress(new URL(path, 'http://axioma.test'), businessId)
  expect(pathname + search).toBe(address)
})
