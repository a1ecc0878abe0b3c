import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api, businessKey } from './index'
import { listFrom } from './lists'
import type { AbsentCustomer, RecoveredCustomer, SentGreeting } from './types'

export type Absence = 'AT_RISK' | 'LOST'

/** How many people a page of a list has. */
const pageSize = 50

const pageOf = (cursor: string | null) => ({ limit: pageSize, ...(cursor && { cursor }) })

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

  absent: () =>
    queryOptions({
      queryKey: businessKey('reports', 'absent'),
      queryFn: ({ signal }) => answer(api.GET('/reports/absent', { signal })),
    }),

  absentCustomers: (absence: Absence) =>
    infiniteQueryOptions({
      queryKey: businessKey('reports', 'absent', 'customers', absence),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const params = { query: { absence, ...pageOf(pageParam) } }
        return listFrom<AbsentCustomer>(
          await answer(api.GET('/reports/absent/customers', { params, signal })),
        )
      },
      getNextPageParam: (page) => page.nextCursor,
    }),

  recovered: () =>
    infiniteQueryOptions({
      queryKey: businessKey('reports', 'absent', 'recovered'),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const params = { query: pageOf(pageParam) }
        return listFrom<RecoveredCustomer>(
          await answer(api.GET('/reports/absent/recovered', { params, signal })),
        )
      },
      getNextPageParam: (page) => page.nextCursor,
    }),

  greetings: () =>
    infiniteQueryOptions({
      queryKey: businessKey('reports', 'absent', 'greetings'),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const params = { query: pageOf(pageParam) }
        return listFrom<SentGreeting>(await answer(api.GET('/reports/absent/greetings', { params, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
    }),

  debt: (choice: InsightChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'debt', choice),
      queryFn: ({ signal }) =>
        answer(api.GET('/reports/debt', { params: { query: queryOf(choice) }, signal })),
      placeholderData: keepPreviousData,
    }),
}

export type Question = 'staff' | 'returns' | 'debt' | 'absent'

/** Fetches the table of a question as CSV. */
export async function insightFile(
  question: Question,
  choice: InsightChoice & { absence?: Absence },
): Promise<Blob> {
  const { absence } = choice
  const query = question === 'returns' ? {} : { ...queryOf(choice), ...(absence && { absence }) }
  const path = `/reports/${question}/file` as const
  return answer(api.GET(path, { params: { query }, parseAs: 'blob' }) as Promise<{ data?: Blob }>)
}
