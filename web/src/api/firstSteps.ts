import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api, businessKey } from './index'

/** The first steps of the business. Each visit of the dashboard asks again: a step was probably just done. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: businessKey('business', 'first-steps'),
    queryFn: ({ signal }) => answer(api.GET('/business/first-steps', { signal })),
    staleTime: 0,
  })
