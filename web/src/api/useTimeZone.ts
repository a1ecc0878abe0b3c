import { useQuery } from '@tanstack/react-query'
import { businessQuery } from './customers'

/** The business's time zone; undefined until the business is loaded. */
export function useTimeZone(): string | undefined {
  return useQuery(businessQuery()).data?.timezone
}
