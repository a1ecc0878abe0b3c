import { useEffect, useState } from 'react'
import type { Outbox } from './outbox'

/** Whether what waits on this device may go: not at all, when the browser needs room, or with this page. */
export type Protection = 'protected' | 'erasable' | 'unsaved'

/** Asks the browser, while a person looks, to keep what waits in an outbox, and returns its answer. */
export function useProtection(outbox: Outbox | null, isLookedAt: boolean): Protection | null {
  const [isPersistent, setPersistent] = useState<boolean | null>(null)
  useEffect(() => {
    if (isLookedAt) void requestPersistence().then(setPersistent)
  }, [isLookedAt])
  if (outbox?.isDurable() === false) return 'unsaved'
  if (isPersistent === null) return null
  return isPersistent ? 'protected' : 'erasable'
}

/** Asks for storage that is not thrown away; false where the browser has none, or says no. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
