import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'

/** Always fetched again, because the user has probably just done a step. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: businessKey('business', 'first-steps'),
    queryFn: ({ signal }) => unwrap(api.GET('/business/first-steps', { signal })),
    staleTime: 0,
  })
