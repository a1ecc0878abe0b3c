import { useEffect } from 'react'
import { useSession } from '@/api'
import { touchSession } from '@/api/ownSessions'
import { watchUserActivity } from '@/lib/userActivity'

/** An operator's session ends an hour after its last use: typing counts, so the server hears of it this often. */
export const touchInterval = 5 * 60_000

/** useOperatorSession keeps an operator's session open while they type or scroll, and finds out when it has ended. */
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
