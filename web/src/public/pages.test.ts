import { expect, test } from 'vitest'
import { placeAt } from './pages'

test.each([
  ['/public/register?bid=b1', { page: 'form', businessId: 'b1' }],
  ['/public/register', { page: 'form', businessId: null }],
  ['/qr?cid=c1', { page: 'fixed' }],
  ['/public/qr?cid=c1', { page: 'fixed' }],
  ['/app/qr?cid=c1', { page: 'fixed' }],
  ['/qr/?cid=c1', { page: 'fixed' }],
  ['/portal', { page: 'portal' }],
  ['/portal/points', { page: 'portal' }],
  ['/portal/data', { page: 'portal' }],
])('at %s is %j', (path, place) => {
  expect(placeAt(new URL(path, 'http://axioma.test'))).toEqual(place)
})
