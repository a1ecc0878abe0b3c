import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { customerQueries } from './customers'
import { api } from './index'

/** Invalidated with the customers. */
export const unverifiedQueries = {
  overview: () =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'unverified'],
      queryFn: ({ signal }) => answer(api.GET('/registrations/unverified', { signal })),
    }),

  day: (day: string) =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'unverified', day],
      queryFn: ({ signal }) =>
        answer(api.GET('/registrations/unverified/{day}', { params: { path: { day } }, signal })),
    }),
}
