import { expect, test, vi } from 'vitest'

vi.mock('./PublicApp', () => ({ PublicApp: () => null, preloadPage: () => Promise.resolve() }))

/** Whether the offer to install is kept from the browser, on the page at an address. */
async function isHeldAt(path: string): Promise<boolean> {
  window.history.replaceState(null, '', path)
  document.body.innerHTML = '<div id="root"></div>'
  vi.resetModules()
  await import('./main')
  return !window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
}

test('the offer to install is left to the browser where no screen makes it', async () => {
  for (const path of ['/', '/login', '/legal/privacidad']) expect(await isHeldAt(path)).toBe(false)
  expect(await isHeldAt('/portal?bid=b1')).toBe(true)
})
