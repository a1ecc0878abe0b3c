import { QueryClient } from '@tanstack/react-query'

/** No retries: failures show at once, offline too. The browser refetches on focus and reconnect. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Half a minute avoids repeated requests of one screen.
        staleTime: 30_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
