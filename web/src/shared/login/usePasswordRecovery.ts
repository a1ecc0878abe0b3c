import { usePageData } from '@/api/pageData'
import { passwordRecovery } from '@/api/passwordRecovery'
import { useFetch } from '@/lib/useFetch'

/** How an owner who forgot the password gets in again; null until it is known. */
export function usePasswordRecovery() {
  const known = usePageData()?.recovery ?? undefined
  const { data = null, error, refetch } = useFetch(passwordRecovery, { initialData: known })
  return { recovery: data, error, retry: refetch }
}
