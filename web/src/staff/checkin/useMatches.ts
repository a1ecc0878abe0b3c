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
  const debouncedText = useDebounced(text, pause)
  const enabled = text.length >= shortest
  const query = useQuery({
    ...customerSearchQuery(debouncedText, matchLimit),
    enabled: enabled && debouncedText.length >= shortest,
    placeholderData: keepPreviousData,
  })
  const { data, isError, isPlaceholderData } = query
  const snapshotMatches = useSnapshotMatches(text, enabled && isError && input.kind === 'search')
  if (!enabled) return null
  if (snapshotMatches) return { ...snapshotMatches, loading: false, failed: false, current: true }
  return {
    items: (data?.items ?? []) as readonly Match[],
    total: data?.total ?? 0,
    loading: !data && !isError,
    failed: isError,
    current: Boolean(data) && !isPlaceholderData && debouncedText === text,
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
        (customer): Match => ({
          ...customerFrom(customer),
          name: snapshotLabel(customer),
          snapshot: customer,
        }),
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
