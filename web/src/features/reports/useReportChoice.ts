import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReportChoice } from '@/api/reports'
import { useTypedSearch } from '@/lib/useTypedSearch'

/** What the report is about. All of it stands in the address, so that it can be sent as a link. */
export function useReportChoice() {
  const { date, range = 'week' } = useSearch({ from: '/signed-in/of-a-business/app/reports/services' })
  const navigate = useNavigate()
  const search = useTypedSearch()
  const choice: ReportChoice = { range, ...(date && { date }) }
  const choose = (change: Partial<ReportChoice>) => {
    const chosen = { ...choice, ...change, ...(search.q && { q: search.q }) }
    void navigate({ to: '/app/reports/services', search: chosen, resetScroll: false })
  }
  return { choice, choose, ...search }
}
