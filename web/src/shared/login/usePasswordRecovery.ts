import { usePageData } from '@/api/pageData'
import { passwordRecovery } from '@/api/passwordRecovery'
import { useFetch } from '@/lib/useFetch'

export function usePasswordRecovery() {
  const pageRecovery = usePageData()?.recovery ?? undefined
  const { data = null, error, refetch } = useFetch(passwordRecovery, { initialData: pageRecovery })
  return { recovery: data, error, retry: refetch }
}

const shortestByRule = 8

/** The minimum length of passwords. The operator may set more than the specification requires. */
export function usePasswordLength() {
  return usePasswordRecovery().recovery?.shortestPassword ?? shortestByRule
}
