import { expect, test, vi } from 'vitest'
import { ApiError } from './error'
import { retryOnce } from './retryOnce'
import { retryUnlessDone } from './retryUnlessDone'

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const notFound = new ApiError('No se encontró la visita.', 404, 'VISIT_NOT_FOUND')

test('a call with a response is sent once', async () => {
  const call = vi.fn().mockResolvedValue('yes')
  expect(await retryOnce(call)).toBe('yes')
  expect(call).toHaveBeenCalledOnce()
})

test('a refusal of the first call is not retried, even with the code of an act that is already done', async () => {
  const call = vi.fn().mockRejectedValue(notFound)
  await expect(retryUnlessDone(call, 'VISIT_NOT_FOUND', 'v1')).rejects.toBe(notFound)
  expect(call).toHaveBeenCalledOnce()
})

test.each([networkError, new ApiError('', 502, 'HTTP_502')])(
  'a call without a response is retried once',
  async (error) => {
    expect(await retryOnce(vi.fn().mockRejectedValueOnce(error).mockResolvedValue('yes'))).toBe('yes')
    await expect(retryOnce(vi.fn().mockRejectedValue(error))).rejects.toBe(error)
  },
)

test('a retry that finds the act done counts as success', async () => {
  const call = () => vi.fn().mockRejectedValueOnce(networkError).mockRejectedValue(notFound)
  expect(await retryUnlessDone(call(), 'VISIT_NOT_FOUND', 'v1')).toBeNull()
  await expect(retryUnlessDone(call(), 'MERGE_UNDONE', 'v1')).rejects.toBe(notFound)
  await expect(retryOnce(call())).rejects.toBe(notFound)
})

test('a call that finds the act done after two lost responses counts as success, a single time and only for the same subject', async () => {
  const lostCall = vi.fn().mockRejectedValue(networkError)
  const signedOutCall = vi.fn().mockRejectedValue(new ApiError('Sesión caducada.', 401, 'TOKEN_EXPIRED'))
  const repeatedCall = vi.fn().mockRejectedValue(notFound)
  await expect(retryUnlessDone(lostCall, 'VISIT_NOT_FOUND', 'v2')).rejects.toBe(networkError)
  await expect(retryUnlessDone(signedOutCall, 'VISIT_NOT_FOUND', 'v2')).rejects.toMatchObject({ status: 401 })
  await expect(retryUnlessDone(repeatedCall, 'VISIT_NOT_FOUND', 'v3')).rejects.toBe(notFound)
  expect(await retryUnlessDone(repeatedCall, 'VISIT_NOT_FOUND', 'v2')).toBeNull()
  await expect(retryUnlessDone(repeatedCall, 'VISIT_NOT_FOUND', 'v2')).rejects.toBe(notFound)
})
