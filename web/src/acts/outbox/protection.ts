import { useEffect, useState } from 'react'
import { useOutbox } from './OutboxProvider'

/** Whether what waits on this device may go: not at all, when the browser needs room, or with this page. */
export type Protection = 'protected' | 'erasable' | 'unsaved'

/** Asks the browser, while somebody looks, not to throw away what waits; answers what it said. */
export function useProtection(isLookedAt: boolean): Protection | null {
  const outbox = useOutbox()
  const [isPersistent, setPersistent] = useState<boolean | null>(null)
  useEffect(() => {
    if (isLookedAt) void askToPersist().then(setPersistent)
  }, [isLookedAt])
  if (outbox?.isSafe() === false) return 'unsaved'
  if (isPersistent === null) return null
  return isPersistent ? 'protected' : 'erasable'
}

/** Asks for storage that is not thrown away; false where the browser has none, or says no. */
export async function askToPersist(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
