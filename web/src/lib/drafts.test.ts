// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropDraft, forgetDrafts, keepDraft, keepOnlyDraftsOf, readDraft } from './drafts'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => vi.useRealTimers())

test('restores a draft for its owner', () => {
  keepDraft('customer ana', 'eva@x.test', { name: 'Ana' })
  keepDraft('customer luis', 'eva@x.test', { name: 'Luis' })
  expect(readDraft('customer ana', 'eva@x.test')).toEqual({ name: 'Ana' })
  expect(readDraft('customer ana', 'otro@x.test')).toBeUndefined()
  expect(readDraft('customer eva', 'eva@x.test')).toBeUndefined()
})

test('a draft expires after an hour', () => {
  keepDraft('customer ana', 'eva@x.test', { name: 'Ana' })
  vi.advanceTimersByTime(59 * 60_000)
  expect(readDraft('customer ana', 'eva@x.test')).toBeDefined()
  vi.advanceTimersByTime(2 * 60_000)
  expect(readDraft('customer ana', 'eva@x.test')).toBeUndefined()
})

test('forgetting a sent draft keeps the others', () => {
  keepDraft('customer ana', 'eva@x.test', 1)
  keepDraft('customer luis', 'eva@x.test', 2)
  dropDraft('customer ana', 'eva@x.test')
  expect(readDraft('customer ana', 'eva@x.test')).toBeUndefined()
  expect(readDraft('customer luis', 'eva@x.test')).toBe(2)
  dropDraft('customer luis', 'eva@x.test')
  expect(sessionStorage).toHaveLength(0)
})

test('deletes drafts of other users and all drafts at sign-out', () => {
  keepDraft('customer ana', 'eva@x.test', 'secreto')
  keepOnlyDraftsOf('eva@x.test')
  expect(readDraft('customer ana', 'eva@x.test')).toBe('secreto')
  keepOnlyDraftsOf('luis@x.test')
  expect(sessionStorage).toHaveLength(0)
  keepDraft('customer ana', 'eva@x.test', 'secreto')
  forgetDrafts()
  expect(sessionStorage).toHaveLength(0)
})

test.each(['no', '1', 'null', '{"customer ana":null}', '{"customer ana":{"owner":1}}'])(
  'reads the invalid stored value %s as no draft',
  (storedText) => {
    sessionStorage.setItem('axioma.drafts', storedText)
    expect(readDraft('customer ana', 'eva@x.test')).toBeUndefined()
  },
)
