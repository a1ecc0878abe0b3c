import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api, businessKey } from './index'

/** A period and what it is compared with. Without days it is the last 28. */
export interface InsightChoice {
  /** YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  compare?: 'before' | 'year' | undefined
}

const queryOf = ({ from, to, compare }: InsightChoice) => ({
  ...(from && to && { from, to }),
  ...(compare && { compare }),
})

/** Queries of the owner's questions. Visits and rewards refresh them with the reports. */
export const insightQueries = {
  staff: (choice: InsightChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'staff', choice),
      queryFn: ({ signal }) =>
        answer(api.GET('/reports/staff', { params: { query: queryOf(choice) }, signal })),
      placeholderData: keepPreviousData,
    }),

  returns: () =>
    queryOptions({
      queryKey: businessKey('reports', 'returns'),
      queryFn: ({ signal }) => answer(api.GET('/reports/returns', { signal })),
    }),

  debt: (choice: InsightChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'debt', choice),
      queryFn: ({ signal }) =>
        answer(api.GET('/reports/debt', { params: { query: queryOf(choice) }, signal })),
      placeholderData: keepPreviousData,
    }),
}

/** Fetches the table of a question as CSV. */
export async function insightFile(question: 'staff' | 'returns' | 'debt', choice: InsightChoice): Promise<Blob> {
  const query = question === 'returns' ? {} : queryOf(choice)
  const path = `/reports/${question}/file` as const
  return answer(api.GET(path, { params: { query }, parseAs: 'blob' }) as Promise<{ data?: Blob }>)
}
