import { passwordRecovery } from '@/api/passwordRecovery'
import { useShown } from '@/api/shown'
import { useAsked } from '@/lib/useAsked'

/** How an owner who forgot the password gets in again; null until it is known. */
export function usePasswordRecovery() {
  const known = useShown()?.recovery ?? undefined
  const { data = null, error, refetch } = useAsked(passwordRecovery, { known })
  return { recovery: data, error, retry: refetch }
}
