import { QueryClient } from '@tanstack/react-query'

/** Does not retry, so that failures show at once, offline too. The browser refetches on focus and reconnect. */
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
