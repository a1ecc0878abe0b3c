import { useQuery } from '@tanstack/react-query'
import { businessQuery } from './customers'

/** Undefined until the business is loaded. */
export function useTimeZone(): string | undefined {
  return useQuery(businessQuery()).data?.timezone
}
