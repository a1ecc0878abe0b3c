import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyUpdate, fetchVersion } from './newVersion'
import { VersionNotice } from './VersionNotice'

const storageKey = 'axioma.version'
let latestVersion: string | null = 'v1'
let fetches: { url: string; cache: string | undefined }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  fetches = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    fetches.push({ url, cache: init.cache })
    if (latestVersion === null) throw new TypeError('offline')
    return Response.json({ version: latestVersion })
  })
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const update = () => screen.queryByRole('button', { name: 'Actualizar' })

// Spec: states-22, calls-37, limits-19
test('polls every minute without caches and keeps the first version it gets', async () => {
  latestVersion = 'v1'
  render(<VersionNotice />)
  await pass(0)
  expect(fetches).toHaveLength(1)
  expect(fetches[0]?.url).toMatch(/^\/app-version\.json\?ts=\d+$/)
  expect(fetches[0]?.cache).toBe('no-store')
  expect(localStorage.getItem(storageKey)).toBe('"v1"')
  await pass(59_000)
  expect(fetches).toHaveLength(1)
  await pass(1_000)
  expect(fetches).toHaveLength(2)
  expect(update()).toBeNull()
})

// Spec: product-7, shell-8, states-22
test('a version other than the stored one is offered', async () => {
  localStorage.setItem(storageKey, '"v1"')
  latestVersion = 'v2'
  render(<VersionNotice />)
  await pass(0)
  expect(screen.getByRole('status')).toHaveTextContent('Hay una versión nueva')
  expect(update()).toBeVisible()
})

test('the newest page offers nothing, whatever version this device has stored', async () => {
  const versionTag = Object.assign(document.createElement('meta'), { name: 'app-version', content: 'v2' })
  document.head.append(versionTag)
  localStorage.setItem(storageKey, '"v1"')
  latestVersion = 'v2'
  render(<VersionNotice />)
  await pass(0)
  expect(update()).toBeNull()
  expect(localStorage.getItem(storageKey)).toBe('"v2"')
  latestVersion = 'v3'
  await pass(60_000)
  expect(update()).toBeVisible()
  versionTag.remove()
})

test('a later version is offered even after another tab has stored it', async () => {
  latestVersion = 'v1'
  render(<VersionNotice />)
  await pass(0)
  latestVersion = 'v2'
  localStorage.setItem(storageKey, '"v2"')
  await pass(60_000)
  expect(update()).toBeVisible()
})

test('a failed request is not a new version', async () => {
  latestVersion = null
  render(<VersionNotice />)
  await pass(60_000)
  expect(fetches).toHaveLength(2)
  expect(update()).toBeNull()
})

// Spec: shell-8, entities-4, states-23
test('an update stores the version and reloads the page', async () => {
  const reload = vi.fn()
  await applyUpdate('v2', reload)
  expect(localStorage.getItem(storageKey)).toBe('"v2"')
  expect(reload).toHaveBeenCalledOnce()
})

// Spec: states-23
test('an incompletely deployed version is not stored as the open one', async () => {
  localStorage.setItem(storageKey, '"v1"')
  const reload = vi.fn()
  await expect(applyUpdate('v2', reload, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(localStorage.getItem(storageKey)).toBe('"v1"')
  expect(reload).not.toHaveBeenCalled()
})

test.each([[{}], [{ version: '' }], [{ version: 7 }], [null]])('%j is not a version', async (body) => {
  vi.stubGlobal('fetch', async () => Response.json(body))
  expect(await fetchVersion()).toBeNull()
})
