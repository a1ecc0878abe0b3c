import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { customerQueries } from './customers'
import { api } from './index'

/** Phones that their new owners have released. Invalidated with the customers. */
export const releasedPhonesQuery = () =>
  queryOptions({
    queryKey: [...customerQueries.all(), 'released'],
    queryFn: ({ signal }) => unwrap(api.GET('/released-phones', { signal })),
  })
