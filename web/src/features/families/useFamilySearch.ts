import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSettled } from '@/lib/useSettled'

/** What is searched for: typed here, kept in the address a moment later, so that the list can be sent as a link. */
export function useFamilySearch() {
  const { q = '' } = useSearch({ from: '/signed-in/of-a-business/app/familias' })
  const navigate = useNavigate()
  const [typed, type] = useState(q)
  const wanted = useSettled(typed.trim())
  useEffect(() => {
    if (wanted === q) return
    void navigate({
      to: '/app/familias',
      search: wanted ? { q: wanted } : {},
      replace: true,
      resetScroll: false,
    })
  }, [wanted, q, navigate])
  return { q: wanted, typed, type }
}
