import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/error'

/** The cache of what the server said. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A counter shows what is true now; half a minute spares the repeated calls of one screen.
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
      },
    },
  })
}

/** Whether trying again can help: there was no answer, or the server had trouble of its own. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
