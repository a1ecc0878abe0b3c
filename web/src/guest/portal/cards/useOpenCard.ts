import { openCard } from '@/acts/guest/ownCards'
import { useAction } from '@/acts/shared/useAction'
import type { PortalSession } from '@/api/types'

/** Exposes the pending id and the last error. */
export function useOpenCard(onOpened: (session: PortalSession) => void) {
  const { pending, error, start } = useAction(async (id: string) => onOpened(await openCard(id)))
  return { opening: pending, failure: error, open: start }
}
