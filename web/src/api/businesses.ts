import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api } from './index'
import { itemsOf } from './lists'
import type { ListedBusiness } from './types'

/** The businesses of the platform, for its operator. */
export const businessesQuery = () =>
  queryOptions({
    queryKey: ['cp', 'businesses'],
    queryFn: async ({ signal }) =>
      itemsOf<ListedBusiness>(await answer(api.GET('/cp/businesses', { signal }))),
  })
