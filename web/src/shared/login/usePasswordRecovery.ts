import { usePageData } from '@/api/pageData'
import { passwordRecovery } from '@/api/passwordRecovery'
import { useFetch } from '@/lib/useFetch'

/** Fetches how an owner recovers a password; null until known. */
export function usePasswordRecovery() {
  const known = usePageData()?.recovery ?? undefined
  const { data = null, error, refetch } = useFetch(passwordRecovery, { initialData: known })
  return { recovery: data, error, retry: refetch }
}

/** Characters that an own password needs by the rules. */
const shortestByRule = 8

/** Characters that a new password needs: the operator may demand more than the rules. */
export function usePasswordLength() {
  return usePasswordRecovery().recovery?.shortestPassword ?? shortestByRule
}
