// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { ApiError, staleIdentityError } from './error'
import { withIdempotencyKey } from './withIdempotencyKey'

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')

async function keysOf(errors: readonly ApiError[]): Promise<readonly string[]> {
  const keys: string[] = []
  for (const error of [...errors, null]) {
    const send = (key: string) => {
      keys.push(key)
      return error ? Promise.reject(error) : Promise.resolve()
    }
    await withIdempotencyKey('three stamps more for Ana', send).catch(() => undefined)
  }
  return keys
}

test.each([
  new ApiError('Sesión caducada.', 401, 'TOKEN_EXPIRED'),
  new ApiError('Tu usuario no puede.', 403, 'FORBIDDEN'),
  new ApiError('Demasiados intentos.', 429, 'TOO_MANY_REQUESTS'),
  new ApiError('', 408, 'HTTP_408'),
])('a request without a response keeps its key when a retry is refused with $status', async (refusal) => {
  const [first, second, third] = await keysOf([networkError, refusal])
  expect([second, third]).toEqual([first, first])
})

test.each([
  new ApiError('Ya se registró.', 409, 'SAME_DAY_VISIT'),
  new ApiError('No se encontró.', 404, 'NOT_FOUND'),
])('a request that the server refuses with $status gets a new key', async (refusal) => {
  const [first, second, third] = await keysOf([networkError, refusal])
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a request whose session ended before the response keeps its key for the next sign-in', async () => {
  const [first, second] = await keysOf([staleIdentityError()])
  expect(second).toBe(first)
})
