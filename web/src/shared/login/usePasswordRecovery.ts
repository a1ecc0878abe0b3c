import { usePageData } from '@/api/pageData'
import { passwordRecovery } from '@/api/passwordRecovery'
import { useFetch } from '@/lib/useFetch'

/** Fetches how an owner recovers a password; null until known. */
export function usePasswordRecovery() {
  const known = usePageData()?.recovery ?? undefined
  const { data = null, error, refetch } = useFetch(passwordRecovery, { initialData: known })
  return { recovery: data, error, retry: refetch }
}
