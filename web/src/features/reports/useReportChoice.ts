import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReportChoice } from '@/api/reports'

/** How long nobody types before the search begins, in milliseconds. */
const pause = 250

/** What the report is about. All of it stands in the address, so that it can be sent as a link. */
export function useReportChoice() {
  const {
    date,
    range = 'week',
    q = '',
  } = useSearch({ from: '/signed-in/of-a-business/app/reports/services' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [inAddress, setInAddress] = useState(q)

  // The address changed by itself, with the back button say: the box follows.
  if (q !== inAddress) {
    setInAddress(q)
    setTyped(q)
  }

  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === q) return
    const timer = setTimeout(() => {
      setInAddress(wanted)
      const search = { range, ...(date && { date }), ...(wanted && { q: wanted }) }
      void navigate({ to: '/app/reports/services', search, replace: true, resetScroll: false })
    }, pause)
    return () => clearTimeout(timer)
  }, [wanted, q, date, range, navigate])

  const choice: ReportChoice = { range, ...(date && { date }) }
  const choose = (change: Partial<ReportChoice>) => {
    const search = { ...choice, ...change, ...(q && { q }) }
    void navigate({ to: '/app/reports/services', search, resetScroll: false })
  }
  return { choice, choose, q, typed, type: setTyped }
}
