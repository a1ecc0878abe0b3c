import { loadCards } from '@/api/ownLists'
import type { PortalCard } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

const none: readonly PortalCard[] = []

interface Cards {
  cards: readonly PortalCard[]
  isLoaded: boolean
  error: unknown
  load: () => void
  forget: () => void
}

export function useCards(): Cards {
  const { data, error, refetch, setData } = useFetch(loadCards, { isManual: true })
  return {
    cards: data ?? none,
    isLoaded: data !== undefined,
    error,
    load: refetch,
    forget: () => setData(undefined),
  }
}
