import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { mockServer } from '@/test/server'
import { useRewardActs } from './rewards'

const server = mockServer()

function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

// The server refuses one key with two requests.
test.each([
  ['redeem', 'redeem'],
  ['takeBack', 'take-back'],
] as const)("%s of a family's reward has a key for each member", async (act, call) => {
  for (const member of ['ana', 'luis']) {
    server.respond('post', `/customers/${member}/rewards/r1/${call}`, {}, 502)
  }
  const { result } = renderHook(() => useRewardActs(), { wrapper: Providers })
  const keysOf = async (member: string) => {
    const before = server.requests.length
    await result.current[act](member, 'r1').catch(() => undefined)
    const posts = server.requests.slice(before).filter(({ method }) => method === 'POST')
    return posts.map(({ headers }) => headers.get('Idempotency-Key'))
  }
  const [first, retryKey] = await keysOf('ana')
  const [other] = await keysOf('luis')
  expect(retryKey).toBe(first)
  expect(other).not.toBe(first)
  expect((await keysOf('ana'))[0]).toBe(first)
})

test('an undo whose stored response is older than another redemption is no success, and its next try has a new key', async () => {
  server.respond('post', '/customers/ana/rewards/r1/take-back', { reward: { status: 'REDEEMED' } })
  const { result } = renderHook(() => useRewardActs(), { wrapper: Providers })
  for (let tries = 0; tries < 2; tries++) {
    await expect(result.current.takeBack('ana', 'r1')).rejects.toThrow(/después se canjeó otra vez/)
  }
  const keys = server.requests.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys.filter(Boolean)).size).toBe(2)
})
