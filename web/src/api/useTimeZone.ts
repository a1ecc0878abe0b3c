import { useQuery } from '@tanstack/react-query'
import { businessQuery } from './customers'

/** Undefined until loaded. */
export function useTimeZone(): string | undefined {
  return useQuery(businessQuery()).data?.timezone
}
