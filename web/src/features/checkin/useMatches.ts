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
  const { data, isError, isPlaceholderData } = query
  return {
    items: data?.items ?? [],
    total: data?.total ?? 0,
    loading: !data && !isError,
    failed: isError,
    /** Whether they are those of what stands in the box, and not of what stood there a moment ago. */
    current: Boolean(data) && !isPlaceholderData && settled === text,
  }
}

function searchText(input: Input): string {
  if (input.kind === 'search') return input.text
  if (input.kind === 'email') return input.email
  return input.kind === 'phone' ? input.phone.replace(/^\+/, '') : ''
}
