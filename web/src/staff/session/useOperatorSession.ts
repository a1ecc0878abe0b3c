import { useEffect } from 'react'
import { useSession } from '@/api'
import { touchSession } from '@/api/ownSessions'
import { watchUserActivity } from '@/lib/userActivity'

/** Milliseconds between renewals while the user types. The session ends an hour after its last renewal. */
export const touchInterval = 5 * 60_000

/** Extends the session while the operator types or scrolls, and notices when it has ended. */
export function useOperatorSession(): void {
  const isOperator = useSession()?.role === 'SUPERADMIN'
  useEffect(() => {
    if (!isOperator) return
    let touchedAt = Date.now()
    return watchUserActivity(() => {
      if (Date.now() - touchedAt < touchInterval) return
      touchedAt = Date.now()
      void touchSession()
    })
  }, [isOperator])
}
