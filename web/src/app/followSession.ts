import type { QueryClient } from '@tanstack/react-query'
import { session } from '@/api'
import type { createAppRouter } from './router'

/**
 * Lets the app follow the session: what one person saw must not be left for the next, nor what one business
 * has for another; the guards then decide where to go. The answer stops it.
 */
export function followSession(queryClient: QueryClient, router: ReturnType<typeof createAppRouter>) {
  let actingOn = session.get()?.businessId
  return session.subscribe(() => {
    const current = session.get()
    if (!current) queryClient.clear()
    else if (current.businessId !== actingOn) void queryClient.resetQueries()
    actingOn = current?.businessId
    void router.invalidate()
  })
}
