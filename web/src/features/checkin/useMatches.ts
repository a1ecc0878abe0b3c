import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { customerSearchQuery } from '@/api/customers'
import { useSettled } from '@/lib/useSettled'
import type { Input } from './classifyInput'
import { matchLimit } from './useCheckIn'

const pause = 180
const shortest = 2

/** The customers that match what is being typed, once the typing pauses. */
export function useMatches(input: Input) {
  const text = searchText(input)
  const settled = useSettled(text, pause)
  const enabled = text.length >= shortest
  const query = useQuery({
    ...customerSearchQuery(settled, matchLimit),
    enabled: enabled && settled.length >= shortest,
    placeholderData: keepPreviousData,
  })
  if (!enabled) return null
  const { data, isError } = query
  return { items: data?.items ?? [], total: data?.total ?? 0, loading: !data && !isError, failed: isError }
}

function searchText(input: Input): string {
  if (input.kind === 'search') return input.text
  return input.kind === 'phone' ? input.phone.replace(/^\+/, '') : ''
}
