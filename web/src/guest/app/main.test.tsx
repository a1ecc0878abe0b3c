import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const page = vi.hoisted(() => ({ comes: true }))
vi.mock('./PublicApp', () => ({ PublicApp: () => 'the screen', preloadPage: async () => page.comes }))

async function capturesInstallAt(path: string): Promise<boolean> {
  window.history.replaceState(null, '', path)
  document.body.innerHTML = '<div id="root"></div>'
  vi.resetModules()
  await import('./main')
  return !window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
}

test('only the portal captures the install event', async () => {
  for (const path of ['/', '/login', '/legal/privacidad']) expect(await capturesInstallAt(path)).toBe(false)
  expect(await capturesInstallAt('/portal?bid=b1')).toBe(true)
})

async function textAfterStart(data: object): Promise<string | null> {
  window.history.replaceState(null, '', '/portal')
  document.body.innerHTML = '<div id="root">as drawn</div>'
  const root = document.getElementById('root')
  root?.setAttribute('data-shown', JSON.stringify(data))
  vi.resetModules()
  await act(() => import('./main'))
  return root?.textContent ?? null
}

test('a server-rendered page stays when its script fails to load, unless it needs the script', async () => {
  const business = null
  const ways = (code: boolean) => ({ business, ways: { code, email: false, message: true } })
  expect(await textAfterStart({ business })).toBe('the screen')
  page.comes = false
  expect(await textAfterStart({ business })).toBe('as drawn')
  expect(await textAfterStart(ways(true))).toBe('as drawn')
  expect(await textAfterStart(ways(false))).toBe('the screen')
  expect(await textAfterStart({ business, signedIn: {} })).toBe('the screen')
})
