import { expect, test, vi } from 'vitest'
import { ApiError } from './error'
import { retryOnce } from './retryOnce'

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const notFound = new ApiError('No se encontró la visita.', 404, 'VISIT_NOT_FOUND')

test('a call with a response is sent once', async () => {
  const call = vi.fn().mockResolvedValue('yes')
  expect(await retryOnce(call)).toBe('yes')
  expect(call).toHaveBeenCalledOnce()
})

test('a refusal of the first call is not retried, even with the code of an act that is already done', async () => {
  const call = vi.fn().mockRejectedValue(notFound)
  await expect(retryOnce(call, 'VISIT_NOT_FOUND')).rejects.toBe(notFound)
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
  expect(await retryOnce(call(), 'VISIT_NOT_FOUND')).toBeNull()
  await expect(retryOnce(call(), 'MERGE_UNDONE')).rejects.toBe(notFound)
  await expect(retryOnce(call())).rejects.toBe(notFound)
})
