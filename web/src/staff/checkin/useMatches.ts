import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSnapshot } from '@/acts/staff/snapshot/SnapshotProvider'
import { snapshotLabel } from '@/acts/staff/snapshot/snapshotLabel'
import { customerSearchQuery } from '@/api/customers'
import { customerFrom } from '@/api/parsing'
import type { Customer, KnownCustomer } from '@/api/types'
import { useDebounced } from '@/lib/useDebounced'
import type { Input } from './classifyInput'
import { matchLimit } from './useCounter'

export type Match = Customer & {
  snapshot?: KnownCustomer
}

const pause = 180
const shortest = 2

/** Searches after a pause in typing. If a search by text fails, searches the snapshot. */
export function useMatches(input: Input) {
  const text = searchText(input)
  const settled = useDebounced(text, pause)
  const enabled = text.length >= shortest
  const query = useQuery({
    ...customerSearchQuery(settled, matchLimit),
    enabled: enabled && settled.length >= shortest,
    placeholderData: keepPreviousData,
  })
  const { data, isError, isPlaceholderData } = query
  const known = useSnapshotMatches(text, enabled && isError && input.kind === 'search')
  if (!enabled) return null
  if (known) return { ...known, loading: false, failed: false, current: true }
  return {
    items: (data?.items ?? []) as readonly Match[],
    total: data?.total ?? 0,
    loading: !data && !isError,
    failed: isError,
    current: Boolean(data) && !isPlaceholderData && settled === text,
  }
}

/** The matches in the snapshot; null without one, or while it is not needed. */
function useSnapshotMatches(text: string, isEnabled: boolean) {
  const snapshot = useSnapshot()
  const asOf = isEnabled ? snapshot?.asOf : null
  return useMemo(() => {
    if (!snapshot || !asOf) return null
    const { items, total } = snapshot.find(text, matchLimit)
    return {
      items: items.map(
        (known): Match => ({ ...customerFrom(known), name: snapshotLabel(known), snapshot: known }),
      ),
      total,
    }
  }, [snapshot, asOf, text])
}

function searchText(input: Input): string {
  if (input.kind === 'search') return input.text
  if (input.kind === 'email') return input.email
  return input.kind === 'phone' ? input.phone.replace(/^\+/, '') : ''
}
