import { useEffect, useState } from 'react'
import { passwordRecovery } from '@/api/passwordRecovery'
import { useShown } from '@/api/shown'
import type { PasswordRecovery } from '@/api/types'

interface Loading {
  recovery: PasswordRecovery | null
  error: unknown
  retry: () => void
}

/** How an owner who forgot the password gets in again; null until it is known. */
export function usePasswordRecovery(): Loading {
  const shown = useShown()?.recovery ?? null
  const [recovery, setRecovery] = useState(shown)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    if (shown) return
    let isCurrent = true
    setError(null)
    passwordRecovery().then(
      (found) => isCurrent && setRecovery(found),
      (failure: unknown) => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [shown, tries])
  return { recovery, error, retry: () => setTries(tries + 1) }
}
