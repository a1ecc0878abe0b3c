import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { customerQueries } from './customers'
import { api } from './index'

/** Invalidated with the customers. */
export const unverifiedQueries = {
  overview: () =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'unverified'],
      queryFn: ({ signal }) => unwrap(api.GET('/registrations/unverified', { signal })),
    }),

  day: (day: string) =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'unverified', day],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/registrations/unverified/{day}', { params: { path: { day } }, signal })),
    }),
}
