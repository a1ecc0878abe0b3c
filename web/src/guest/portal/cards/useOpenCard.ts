import { openCard } from '@/acts/guest/ownCards'
import { useAction } from '@/acts/shared/useAction'
import type { PortalSession } from '@/api/types'

/** Returns the id of the card that is being opened, and the last error. */
export function useOpenCard(onOpened: (session: PortalSession) => void) {
  const { pending, error, start } = useAction(async (id: string) => onOpened(await openCard(id)))
  return { pending, failure: error, open: start }
}
