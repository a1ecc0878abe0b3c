import { useEffect, useState } from 'react'

/** Whether the browser may evict stored visits: never, or under storage pressure. */
export type Protection = 'protected' | 'erasable'

/** Requests persistent storage once the dialog is open. */
export function useProtection(isLookedAt: boolean): Protection | null {
  const [isPersistent, setPersistent] = useState<boolean | null>(null)
  useEffect(() => {
    if (isLookedAt) void requestPersistence().then(setPersistent)
  }, [isLookedAt])
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
