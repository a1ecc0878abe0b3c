import type { QueryClient } from '@tanstack/react-query'
import { session } from '@/api'
import { identityOf } from '@/api/session'
import type { createAppRouter } from './router'

/**
 * Clears the query cache and reruns the route guards when the user or the business changes. The returned
 * function stops this.
 */
export function followSession(queryClient: QueryClient, router: ReturnType<typeof createAppRouter>) {
  let identity = identityOf(session.get())
  return session.subscribe(() => {
    const current = identityOf(session.get())
    // Clears without refetching: a screen of the former business would store the new one's data
    // under its own keys.
    if (current !== identity) queryClient.clear()
    identity = current
    void router.invalidate()
  })
}
