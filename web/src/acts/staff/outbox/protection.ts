import { useEffect, useState } from 'react'
import type { Outbox } from './outbox'

/** When waiting visits can be lost: never, under storage pressure, or when the page closes. */
export type Protection = 'protected' | 'erasable' | 'unsaved'

/** Requests persistent storage while the user looks at the dialog. */
export function useProtection(outbox: Outbox | null, isLookedAt: boolean): Protection | null {
  const [isPersistent, setPersistent] = useState<boolean | null>(null)
  useEffect(() => {
    if (isLookedAt) void requestPersistence().then(setPersistent)
  }, [isLookedAt])
  if (outbox?.isDurable() === false) return 'unsaved'
  if (isPersistent === null) return null
  return isPersistent ? 'protected' : 'erasable'
}

/** False if the browser refuses or lacks persistent storage. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
