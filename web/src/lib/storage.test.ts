// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readStored, removeStored, writeStored } from './storage'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('reads a written value until it is removed', () => {
  writeStored('axioma.test', { a: [1, null] })
  expect(readStored('axioma.test')).toEqual({ a: [1, null] })
  removeStored('axioma.test')
  expect(readStored('axioma.test')).toBeNull()
})

test('a value of the tab is not stored on the device', () => {
  writeStored('axioma.test', 'here', 'tab')
  expect(readStored('axioma.test', 'tab')).toBe('here')
  expect(readStored('axioma.test')).toBeNull()
  removeStored('axioma.test', 'tab')
  expect(readStored('axioma.test', 'tab')).toBeNull()
})

test('reads invalid JSON as null', () => {
  localStorage.setItem('axioma.test', '{broken')
  expect(readStored('axioma.test')).toBeNull()
})

test('a browser that refuses storage does not break the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  expect(() => writeStored('axioma.test', 1)).not.toThrow()
  expect(readStored('axioma.test')).toBeNull()
  expect(() => removeStored('axioma.test')).not.toThrow()
})
