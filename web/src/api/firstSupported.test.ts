import { expect, test, vi } from 'vitest'
import { ApiError } from './error'
import { firstSupported } from './firstSupported'

const failing = (status: number, code = `HTTP_${status}`) =>
  vi.fn(() => Promise.reject(new ApiError('no', status, code)))
const working = () => vi.fn(async () => 'done')

// Spec: calls-22
test.each([
  [404, 'HTTP_404'],
  [404, 'NOT_FOUND'],
  [405, 'HTTP_405'],
  [501, 'HTTP_501'],
])('%i %s leads to the next call', async (status, code) => {
  const first = failing(status, code)
  expect(await firstSupported([first, working()])).toBe('done')
  expect(first).toHaveBeenCalledOnce()
})

test.each([
  [404, 'USER_NOT_FOUND'],
  [409, 'CONFLICT'],
  [422, 'WRONG_PASSWORD'],
  [429, 'TOO_MANY_REQUESTS'],
  [500, 'INTERNAL'],
  [503, 'BUSY'],
  [0, 'NETWORK'],
])('%i %s is the result', async (status, code) => {
  const second = working()
  await expect(firstSupported([failing(status, code), second])).rejects.toMatchObject({ status, code })
  expect(second).not.toHaveBeenCalled()
})

test('calls after the one that succeeds are not made', async () => {
  const third = working()
  await firstSupported([failing(404), working(), third])
  expect(third).not.toHaveBeenCalled()
})

test('throws the error of the first call when none is supported', async () => {
  await expect(firstSupported([failing(404), failing(405), failing(501)])).rejects.toMatchObject({
    status: 404,
  })
})
