import { useState } from 'react'
import type { PortalSession } from '@/api/types'
import { openCard } from './cards'

/** Opening another card: which one is on its way, and why the last was not opened. */
export function useOpenCard(onOpened: (session: PortalSession) => void) {
  const [opening, setOpening] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const open = async (id: string) => {
    if (opening) return
    setOpening(id)
    setFailure(null)
    try {
      onOpened(await openCard(id))
    } catch (error) {
      setFailure(error)
    }
    setOpening(null)
  }
  return { opening, failure, open }
}
