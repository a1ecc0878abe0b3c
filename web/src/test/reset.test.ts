// @vitest-environment jsdom
import { afterAll, expect, test, vi } from 'vitest'

const { fetch: original } = globalThis

// A file's last test must leave nothing to the next file of the worker.
afterAll(() => {
  expect(globalThis.fetch).toBe(original)
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
})

test('the reset removes a stub and stored values that a test leaves behind', () => {
  vi.stubGlobal('fetch', () => undefined)
  localStorage.setItem('left', 'by a test')
  sessionStorage.setItem('left', 'by a test')
  expect(globalThis.fetch).not.toBe(original)
})
