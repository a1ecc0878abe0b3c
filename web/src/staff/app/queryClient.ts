import { QueryClient } from '@tanstack/react-query'

/**
 * createQueryClient creates the query cache. It reports failures at once, offline too, without retries: the user
 * decides. The browser refetches on focus and reconnect.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A counter shows current data; half a minute avoids repeated requests of one screen.
        staleTime: 30_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
