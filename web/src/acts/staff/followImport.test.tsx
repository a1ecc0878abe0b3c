import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { customerQueries } from '@/api/customers'
import type { Import } from '@/api/types'
import { useFollowImport } from './imports'

test.each(['DONE', 'UNDONE'] as const)('customers are invalidated when an import becomes %s', async (end) => {
  const client = new QueryClient()
  client.setQueryData(customerQueries.all(), [])
  const isStale = () => client.getQueryState(customerQueries.all())?.isInvalidated
  const { rerender } = renderHook(({ state }) => useFollowImport(state), {
    initialProps: { state: undefined as Import['state'] | undefined },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  rerender({ state: 'IMPORTING' })
  expect(isStale()).toBe(false)
  rerender({ state: end })
  await waitFor(() => expect(isStale()).toBe(true))
})

test('an import that is complete at the first render invalidates nothing', () => {
  const client = new QueryClient()
  client.setQueryData(customerQueries.all(), [])
  renderHook(() => useFollowImport('DONE'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  expect(client.getQueryState(customerQueries.all())?.isInvalidated).toBe(false)
})
