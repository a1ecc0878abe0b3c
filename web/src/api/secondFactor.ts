import { queryOptions } from '@tanstack/react-query'
import { api, businessKey } from '.'
import { answer } from './client'

/** The user's own second factor. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: businessKey('second-factor'),
    queryFn: () => answer(api.GET('/auth/second-factor')),
  })
}
