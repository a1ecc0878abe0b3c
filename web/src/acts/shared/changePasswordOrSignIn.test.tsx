import { expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { changePasswordOrSignIn } from './changePasswordOrSignIn'

const server = mockServer()
const currentSession = {
  token: tokenWith({ exp: inSeconds(600), email: 'ada@barberia.test' }),
  newPassword: 'new-pass',
}
const networkError = new ApiError('No hay conexión', 0, 'NETWORK')
const changing = (outcome: ApiError | string) => () =>
  typeof outcome === 'string' ? Promise.resolve(outcome) : Promise.reject(outcome)

test('sends no sign-in after a successful change', async () => {
  await expect(changePasswordOrSignIn(changing('fresh'), currentSession)).resolves.toBe('fresh')
  expect(server.requests).toEqual([])
})

test('a lost response is resolved by signing in with the new password', async () => {
  const fresh = { token: tokenWith({ exp: inSeconds(900) }) }
  server.respond('post', '/auth/login', fresh)
  await expect(changePasswordOrSignIn(changing(networkError), currentSession)).resolves.toEqual(fresh)
  expect(server.requests[0]?.body).toEqual({ email: 'ada@barberia.test', password: 'new-pass' })
})

test('a failed change and sign-in shows the first error', async () => {
  server.respond('post', '/auth/login', { code: 'SIGN_IN_FAILED', message: 'No.' }, 401)
  await expect(changePasswordOrSignIn(changing(networkError), currentSession)).rejects.toBe(networkError)
})

test('a refusal does not count as a lost response', async () => {
  const refusal = new ApiError('No es tu contraseña.', 400, 'WRONG_PASSWORD')
  await expect(changePasswordOrSignIn(changing(refusal), currentSession)).rejects.toBe(refusal)
  expect(server.requests).toEqual([])
})
