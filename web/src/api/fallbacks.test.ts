import { describe, expect, test, vi } from 'vitest'
import { ApiError } from './error'
import { firstOffered } from './fallbacks'

const refusal = (status: number, code: string) => vi.fn().mockRejectedValue(new ApiError('no', status, code))
const offered = () => vi.fn().mockResolvedValue('done')

describe('firstOffered', () => {
  test('asks no further when the first call is offered', async () => {
    const second = offered()
    await expect(firstOffered(offered(), second)).resolves.toBe('done')
    expect(second).not.toHaveBeenCalled()
  })

  test.each([
    [404, 'NOT_FOUND'],
    [404, 'HTTP_404'],
    [405, 'HTTP_405'],
    [501, 'HTTP_501'],
  ])('goes on after %i %s', async (status, code) => {
    await expect(firstOffered(refusal(status, code), refusal(status, code), offered())).resolves.toBe('done')
  })

  test.each([
    [404, 'CUSTOMER_NOT_FOUND'],
    [409, 'SAME_DAY_VISIT'],
    [500, 'INTERNAL'],
    [0, 'NETWORK'],
  ])('takes %i %s for the answer', async (status, code) => {
    const second = offered()
    await expect(firstOffered(refusal(status, code), second)).rejects.toMatchObject({ status, code })
    expect(second).not.toHaveBeenCalled()
  })

  test('tells of the last call when none is offered', async () => {
    const calls = [refusal(404, 'NOT_FOUND'), refusal(405, 'HTTP_405')] as const
    await expect(firstOffered(...calls)).rejects.toMatchObject({ status: 405 })
  })
})
