import { useNavigate, useSearch } from '@tanstack/react-router'
import type { InsightChoice } from '@/api/insights'

type PathWithPeriod = '/app/informes/quien' | '/app/informes/tarjeta' | '/app/informes/debo'

/** The choice is in the address, so that it can be shared. */
export function useInsightChoice(path: PathWithPeriod) {
  const { range, from, to, compare }: InsightChoice = useSearch({ from: `/signed-in/of-a-business${path}` })
  const navigate = useNavigate()
  const choose = (period: InsightChoice) => {
    // The rest of the address stays.
    void navigate({
      to: path,
      search: ({ range: _, ...all }) => ({ ...all, ...period }),
      replace: true,
      resetScroll: false,
    })
  }
  return { choice: { range, from, to, compare }, choose }
}
