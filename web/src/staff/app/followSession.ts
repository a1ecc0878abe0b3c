import type { QueryClient } from '@tanstack/react-query'
import { session } from '@/api'
import { identityOf } from '@/api/session'
import type { createAppRouter } from './router'

/**
 * Lets the app follow the session: what one person saw must not be left for the next, nor what one business
 * has for another; the guards then decide where to go. The answer stops it.
 */
export function followSession(queryClient: QueryClient, router: ReturnType<typeof createAppRouter>) {
  let identity = identityOf(session.get())
  return session.subscribe(() => {
    const current = identityOf(session.get())
    // Nothing is read again here: a screen of the earlier business would fetch the new one's data into its own keys.
    if (current !== identity) queryClient.clear()
    identity = current
    void router.invalidate()
  })
}
