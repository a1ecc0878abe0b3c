import { useQuery } from '@tanstack/react-query'
import { businessQuery } from './customers'

/** useTimeZone returns the time zone of the business; undefined until it is loaded. */
export function useTimeZone(): string | undefined {
  return useQuery(businessQuery()).data?.timezone
}
