import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkFirst, networkTimeout } from './networkFirst'

const request = new Request('http://axioma.test/portal')
const findKept = async () => new Response('kept')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function serverSays(answer: (signal: AbortSignal) => Promise<Response>) {
  vi.stubGlobal('fetch', (_: Request, { signal }: { signal: AbortSignal }) => answer(signal))
}

/** Never responds; rejects when aborted. */
const nothing = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('cut', 'AbortError')))
  })

test('a slow body is not aborted', async () => {
  let isCut = false
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  serverSays(async (signal) => {
    signal.addEventListener('abort', () => {
      isCut = true
    })
    return new Response(
      new ReadableStream({
        start(controller) {
          body = controller
        },
      }),
    )
  })
  const page = await networkFirst(request, findKept)
  await vi.advanceTimersByTimeAsync(10 * networkTimeout)
  expect(isCut).toBe(false)
  body?.enqueue(new TextEncoder().encode('new'))
  body?.close()
  expect(await page.text()).toBe('new')
})

test('serves the cached page when the headers time out', async () => {
  serverSays(nothing)
  const page = networkFirst(request, findKept)
  await vi.advanceTimersByTimeAsync(networkTimeout)
  expect(await (await page).text()).toBe('kept')
})

test.each([502, 503, 500])('serves the cached page on status %i', async (status) => {
  serverSays(async () => new Response('trouble', { status }))
  expect(await (await networkFirst(request, findKept)).text()).toBe('kept')
})

test('passes on an error response below 500', async () => {
  serverSays(async () => new Response('suspended', { status: 403 }))
  expect(await (await networkFirst(request, findKept)).text()).toBe('suspended')
})

test('passes on the error when no page is cached', async () => {
  serverSays(async () => new Response('trouble', { status: 502 }))
  expect((await networkFirst(request, async () => undefined)).status).toBe(502)
  serverSays(() => Promise.reject(new TypeError('no network')))
  await expect(networkFirst(request, async () => undefined)).rejects.toThrow('no network')
})
