// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { mockServer } from '@/test/server'
import { resetPassword } from './resetPassword'

const server = mockServer()

// Spec: calls-15
test('tries the five calls to reset a password in order', async () => {
  const calls = [
    ['post', '/users/bea/reset-password'],
    ['post', '/admin/users/bea/reset-password'],
    ['post', '/cp/users/bea/reset-password'],
    ['patch', '/users/bea/password'],
    ['post', '/users/reset-password'],
  ] as const
  for (const [method, path] of calls) server.respond(method, path, {}, 404)
  await expect(resetPassword('bea')).rejects.toMatchObject({ status: 404 })
  expect(server.requests.map(({ method, path }) => [method.toLowerCase(), path])).toEqual(calls)
  expect(server.requests[3]?.body).toEqual({ newPassword: expect.stringMatching(/^\w{12}$/) })
  expect(server.requests[4]?.body).toEqual({ userId: 'bea' })
})
