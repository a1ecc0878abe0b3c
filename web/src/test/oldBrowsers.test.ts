// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApi } from '@/api/client'
import { qrPictureUrl } from '@/api/qrPicture'
import { abortWith } from '@/lib/abortWith'
import { waitUntilVisible } from '@/lib/waits'
import { simulateOldBrowser } from './oldBrowser'

/** Newer than the browsers in vite.config.ts, and polyfilled by no build. */
const tooNew: readonly RegExp[] = [
  /AbortSignal\.any\b/,
  /URL\.(canParse|parse)\b/,
  /\bResponse\.json\(/,
  /searchParams\.size\b/,
  /Promise\.(withResolvers|try)\b/,
  /Array\.fromAsync\b/,
  /(Object|Map)\.groupBy\b/,
  /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /Iterator\.from\b|\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|flatMap|reduce|some|every|find|toArray)\(/,
  /\.(toBase64|toHex)\(|\.(fromBase64|fromHex)\(/,
  /requestIdleCallback|startViewTransition|CloseWatcher|URLPattern|Intl\.(DurationFormat|Segmenter)/,
  /for await \([^)]* of [\w.?]*body\b/,
]

/** Tests whether the browser has the API. */
const checkedFile = 'lib/onBackGesture.ts'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /\.tsx?$/.test(file) && !/\.test\.tsx?$|^test\/|schema\.d\.ts$/.test(file) && file !== checkedFile,
)

test('the source uses no listed API that the oldest supported browsers lack', () => {
  expect(files.length).toBeGreaterThan(300)
  const features = files.flatMap((file) => {
    const text = withoutComments(readFileSync(join(source, file), 'utf8'))
    return tooNew.flatMap((pattern) => (pattern.test(text) ? [`${file}: ${pattern}`] : []))
  })
  expect(features).toEqual([])
})

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test.each(['AbortSignal.any([a])', 'URL.canParse(x)', 'ids.values().map(f)', 'a.union(b)'])(
  '%s is detected',
  (text) => {
    expect(tooNew.some((pattern) => pattern.test(text))).toBe(true)
  },
)

describe('in the oldest supported browser', () => {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    vi.useRealTimers()
  })
  afterAll(() => server.close())
  simulateOldBrowser()

  const address = 'http://axioma.test/api/business'

  test('a call is sent and can be aborted', async () => {
    server.use(http.get(address, () => HttpResponse.json({ id: 'b1' })))
    expect(await createApi().GET('/business')).toMatchObject({ data: { id: 'b1' } })
    server.use(http.get(address, () => new Promise<never>(() => undefined)))
    const asking = new AbortController()
    const call = createApi().GET('/business', { signal: asking.signal })
    asking.abort()
    await expect(call).rejects.toMatchObject({ status: 0 })
  })

  test('a wait ends when the network is back, on abort, and on time', async () => {
    vi.useFakeTimers()
    const { signal } = new AbortController()
    const waiting = waitUntilVisible(60_000, signal)
    window.dispatchEvent(new Event('online'))
    await waiting
    const abort = new AbortController()
    const leaving = waitUntilVisible(60_000, abort.signal)
    abort.abort()
    await leaving
    await waitUntilVisible(60_000, abort.signal)
    const late = waitUntilVisible(60_000, signal)
    await vi.advanceTimersByTimeAsync(60_000)
    await late
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the address of the QR picture is built', () => {
    expect(qrPictureUrl({ id: 'c1', qrUrl: '/x.png' })).toBe('http://axioma.test/x.png')
    expect(qrPictureUrl({ id: 'c1', qrUrl: 'http://' })).toBe(
      'http://axioma.test/api/public/customers/c1/qr.png',
    )
  })
})

test('a controller aborts with a signal and its reason until it is unlinked', () => {
  const signal = new AbortController()
  const [linkedController, unlinkedController] = [new AbortController(), new AbortController()]
  abortWith(linkedController, signal.signal)
  abortWith(unlinkedController, signal.signal)()
  signal.abort('gone')
  expect([linkedController.signal.reason, unlinkedController.signal.aborted]).toEqual(['gone', false])
  const late = new AbortController()
  abortWith(late, signal.signal)
  expect(late.signal.aborted).toBe(true)
})
