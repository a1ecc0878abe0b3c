import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of what the server said. A failure is told at once, also that of a device without a line: whoever stands
 * before the screen decides whether to ask again, and the browser does when it is looked at or has a line again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A counter shows what is true now; half a minute spares the repeated calls of one screen.
        staleTime: 30_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
