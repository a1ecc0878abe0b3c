import { QueryClient } from '@tanstack/react-query'

/** Queries are not retried, so that failures show at once, offline too. They are refetched on focus and reconnect. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Half a minute, so that one screen does not repeat requests.
        staleTime: 30_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
