import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { listFrom } from './lists'
import type { AbsentCustomer, RecoveredCustomer, SentGreeting, StepCount, StepCustomer } from './types'

export type CardStep = StepCount['step']

/** Milliseconds between requests while the server still counts a report. */
const countingInterval = 5_000

const whileCounting = ({ state }: { state: { data?: { counting: boolean } | undefined } }) =>
  state.data?.counting ? countingInterval : false

export type Absence = 'AT_RISK' | 'LOST'

const pageSize = 50

const pageOf = (cursor: string | null) => ({ limit: pageSize, ...(cursor && { cursor }) })

/** The chosen period and comparison. Without range and days: the last 28 days; for the card, 52 weeks. */
export interface InsightChoice {
  range?: 'week' | 'month' | undefined
  /** YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  compare?: 'before' | 'year' | undefined
}

const queryOf = ({ range, from, to, compare }: InsightChoice) => ({
  ...(from && to ? { from, to } : range && { range }),
  ...(compare && { compare }),
})

/** Queries of the insights. Visits and rewards invalidate them with the reports. */
export const insightQueries = {
  staff: (choice: InsightChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'staff', choice),
      queryFn: ({ signal }) =>
        unwrap(api.GET('/reports/staff', { params: { query: queryOf(choice) }, signal })),
      placeholderData: keepPreviousData,
    }),

  returns: () =>
    queryOptions({
      queryKey: businessKey('reports', 'returns'),
      queryFn: ({ signal }) => unwrap(api.GET('/reports/returns', { signal })),
    }),

  cohorts: () =>
    queryOptions({
      queryKey: businessKey('reports', 'cohorts'),
      queryFn: ({ signal }) => unwrap(api.GET('/reports/cohorts', { signal })),
      refetchInterval: whileCounting,
    }),

  card: (choice: InsightChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'card', choice),
      queryFn: ({ signal }) =>
        unwrap(api.GET('/reports/card', { params: { query: queryOf(choice) }, signal })),
      placeholderData: keepPreviousData,
      refetchInterval: whileCounting,
    }),

  cardCustomers: (choice: InsightChoice, step: CardStep) =>
    infiniteQueryOptions({
      queryKey: businessKey('reports', 'card', 'customers', choice, step),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const params = { query: { ...queryOf(choice), step, ...pageOf(pageParam) } }
        return listFrom<StepCustomer>(await unwrap(api.GET('/reports/card/customers', { params, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
    }),

  hours: () =>
    queryOptions({
      queryKey: businessKey('reports', 'hours'),
      // During a rolling upgrade, a server of the previous version compares no weekdays.
      queryFn: async ({ signal }) => ({
        ...{ visitsCompared: 0, weekdays: [] },
        ...(await unwrap(api.GET('/reports/hours', { signal }))),
      }),
    }),

  absent: () =>
    queryOptions({
      queryKey: businessKey('reports', 'absent'),
      queryFn: ({ signal }) => unwrap(api.GET('/reports/absent', { signal })),
    }),

  absentCustomers: (absence: Absence, onlyToInvite: boolean) =>
    infiniteQueryOptions({
      queryKey: businessKey('reports', 'absent', 'customers', absence, onlyToInvite),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const params = { query: { absence, all: !onlyToInvite, ...pageOf(pageParam) } }
        return listFrom<AbsentCustomer>(
          await unwrap(api.GET('/reports/absent/customers', { params, signal })),
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
          await unwrap(api.GET('/reports/absent/recovered', { params, signal })),
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
        return listFrom<SentGreeting>(await unwrap(api.GET('/reports/absent/greetings', { params, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
    }),

  debt: (choice: InsightChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'debt', choice),
      queryFn: ({ signal }) =>
        unwrap(api.GET('/reports/debt', { params: { query: queryOf(choice) }, signal })),
      placeholderData: keepPreviousData,
    }),
}

export type Question = 'staff' | 'returns' | 'debt' | 'absent' | 'card' | 'cohorts' | 'hours'

const withPeriod: readonly Question[] = ['staff', 'debt', 'absent', 'card']

export async function insightFile(
  question: Question,
  choice: InsightChoice & { absence?: Absence },
): Promise<Blob> {
  const { absence } = choice
  const query = withPeriod.includes(question) ? { ...queryOf(choice), ...(absence && { absence }) } : {}
  const path = `/reports/${question}/file` as const
  return unwrap(api.GET(path, { params: { query }, parseAs: 'blob' }) as Promise<{ data?: Blob }>)
}
