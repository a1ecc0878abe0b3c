import { expect, test } from 'vitest'
import { listFrom } from './lists'

const two = [{ id: 'a' }, { id: 'b' }]

// Spec: calls-13
test.each([[two], [{ items: two }], [{ data: two }], [{ rows: two }]])('finds the items of %o', (body) => {
  expect(listFrom(body)).toEqual({ items: two, total: 2, nextCursor: null })
})

test('keeps the cursor and the total of the response', () => {
  expect(listFrom({ items: two, total: 90, nextCursor: 'c' })).toEqual({
    items: two,
    total: 90,
    nextCursor: 'c',
  })
})

test.each([null, undefined, {}, 'nothing', { items: null }])('reads %o as an empty list', (body) => {
  expect(listFrom(body)).toEqual({ items: [], total: 0, nextCursor: null })
})
