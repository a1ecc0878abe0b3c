import { openCard } from '@/acts/guest/ownCards'
import { useAction } from '@/acts/shared/useAction'
import type { PortalSession } from '@/api/types'

/** Opening another card: which one is on its way, and why the last was not opened. */
export function useOpenCard(onOpened: (session: PortalSession) => void) {
  const { pending, error, start } = useAction(async (id: string) => onOpened(await openCard(id)))
  return { opening: pending, failure: error, open: start }
}
