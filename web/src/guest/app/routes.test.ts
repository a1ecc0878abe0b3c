import { expect, test } from 'vitest'
import { canonicalAddress, routeAt } from './routes'

test.each([
  ['/', { page: 'start' }],
  ['/?utm=x', { page: 'start' }],
  ['/login', { page: 'login' }],
  ['/legal/privacidad', { page: 'legal', about: 'privacidad' }],
  ['/legal/aviso/?bid=b1', { page: 'legal', about: 'aviso' }],
  ['/legal/cookies', { page: 'legal', about: 'cookies' }],
  ['/public/register?bid=b1', { page: 'form', businessId: 'b1' }],
  ['/public/register', { page: 'form', businessId: null }],
  ['/r/k7m3xp', { page: 'form', businessId: null, isShort: true }],
  ['/qr?cid=c1', { page: 'fixed' }],
  ['/public/qr?cid=c1', { page: 'fixed' }],
  ['/app/qr?cid=c1', { page: 'fixed' }],
  ['/qr/?cid=c1', { page: 'fixed' }],
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
])('the canonical address of %s with the business %s is %s', (path, businessId, known) => {
  const { pathname, search } = canonicalAddress(new URL(path, 'http://axioma.test'), businessId)
  expect(pathname + search).toBe(known)
})
