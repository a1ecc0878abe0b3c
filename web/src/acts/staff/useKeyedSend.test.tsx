import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import { useKeyedSend } from './useKeyedSend'

const networkError = new ApiError('No hay conexión con el servidor.', 0, 'NETWORK')
const expiryError = new ApiError('Sesión caducada.', 401, 'TOKEN_EXPIRED')
const full = new ApiError('Ya tiene tres fotos.', 409, 'USUAL_FULL')

test.each([
  ['an equal body after a response gets a new key', null, false],
  ['an equal body after a refusal gets a new key', full, false],
  ['an equal body without a response keeps its key', networkError, true],
  ['an equal body keeps its key when the session has ended', expiryError, true],
])('%s', async (_title, error, isKept) => {
  const { result } = renderHook(() => useKeyedSend())
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return error ? Promise.reject(error) : Promise.resolve()
  }
  for (let i = 0; i < 2; i++) await result.current({ picture: 'photo' }, send).catch(() => undefined)
  expect(keys[0] === keys[1]).toBe(isKept)
})

test('another body gets another key', async () => {
  const { result } = renderHook(() => useKeyedSend())
  const keyOf = (name: string) =>
    result
      .current({ name }, (key) => Promise.reject(Object.assign(networkError, { key })))
      .catch(({ key }) => key)
  expect(await keyOf('Ana')).not.toBe(await keyOf('Luis'))
})
