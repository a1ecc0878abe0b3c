import { expect, test, vi } from 'vitest'
import { askedAgain } from './askedAgain'
import { ApiError } from './error'

const lost = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const gone = new ApiError('No se encontró la visita.', 404, 'VISIT_NOT_FOUND')

test('an answer is asked for once', async () => {
  const call = vi.fn().mockResolvedValue('yes')
  expect(await askedAgain(call)).toBe('yes')
  expect(call).toHaveBeenCalledOnce()
})

test('a refusal is an answer, also one that would mean done', async () => {
  const call = vi.fn().mockRejectedValue(gone)
  await expect(askedAgain(call, 'VISIT_NOT_FOUND')).rejects.toBe(gone)
  expect(call).toHaveBeenCalledOnce()
})

test.each([lost, new ApiError('', 502, 'HTTP_502')])(
  'a lost answer is asked for once more',
  async (error) => {
    expect(await askedAgain(vi.fn().mockRejectedValueOnce(error).mockResolvedValue('yes'))).toBe('yes')
    await expect(askedAgain(vi.fn().mockRejectedValue(error))).rejects.toBe(error)
  },
)

test('what the lost answer had done is done', async () => {
  const call = () => vi.fn().mockRejectedValueOnce(lost).mockRejectedValue(gone)
  expect(await askedAgain(call(), 'VISIT_NOT_FOUND')).toBeNull()
  await expect(askedAgain(call(), 'MERGE_UNDONE')).rejects.toBe(gone)
  await expect(askedAgain(call())).rejects.toBe(gone)
})
