import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api, businessKey } from './index'

/** Each visit of the dashboard asks again: a step was probably just done. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: businessKey('business', 'first-steps'),
    queryFn: ({ signal }) => answer(api.GET('/business/first-steps', { signal })),
    staleTime: 0,
  })
