import { useNavigate, useSearch } from '@tanstack/react-router'
import type { InsightChoice } from '@/api/insights'

/** useInsightChoice keeps the chosen period in the address, so that it can be shared. */
export function useInsightChoice(path: '/app/informes/quien' | '/app/informes/debo') {
  const choice: InsightChoice = useSearch({ from: `/signed-in/of-a-business${path}` })
  const navigate = useNavigate()
  const choose = (search: InsightChoice) => {
    void navigate({ to: path, search, replace: true, resetScroll: false })
  }
  return { choice, choose }
}
