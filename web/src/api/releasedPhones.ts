import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { customerQueries } from './customers'
import { api } from './index'

/** The customers whose phone the person who has the number now took off the record. What changes customers has it asked for again. */
export const releasedPhonesQuery = () =>
  queryOptions({
    queryKey: [...customerQueries.all(), 'released'],
    queryFn: ({ signal }) => answer(api.GET('/released-phones', { signal })),
  })
