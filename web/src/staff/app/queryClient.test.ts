import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import { createQueryClient } from './queryClient'

afterEach(() => onlineManager.setOnline(true))

const inTime = { timeout: 20_000 }
const down = new ApiError('Ahora no.', 503, 'INTERNAL')

// Spec: errors-45
test.each([
  ['of the server', true],
  ['of an offline device', false],
])('a failure %s is reported without retries', async (_, online) => {
  onlineManager.setOnline(online)
  const ask = vi.fn<() => Promise<never>>(() => Promise.reject(down))
  const query = new QueryObserver(createQueryClient(), { queryKey: ['x'], queryFn: ask })
  const unsubscribe = query.subscribe(() => undefined)
  await vi.waitFor(() => expect(query.getCurrentResult().error).toBe(down), inTime)
  expect(ask).toHaveBeenCalledOnce()
  unsubscribe()

  const act = new MutationObserver(createQueryClient(), { mutationFn: ask })
  void act.mutate().catch(() => undefined)
  await vi.waitFor(() => expect(act.getCurrentResult().error).toBe(down), inTime)
})

test('a query that failed offline is fetched again when the network is back', async () => {
  onlineManager.setOnline(false)
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(down).mockResolvedValueOnce('here')
  const client = createQueryClient()
  client.mount()
  const query = new QueryObserver(client, { queryKey: ['x'], queryFn: ask })
  const unsubscribe = query.subscribe(() => undefined)
  await vi.waitFor(() => expect(query.getCurrentResult().error).toBe(down), inTime)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(query.getCurrentResult().data).toBe('here'), inTime)
  unsubscribe()
  client.unmount()
})
