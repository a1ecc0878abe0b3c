import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { reportFrom } from './parsing'
import type { ReportRange } from './types'

const pageSize = 100

export interface ReportChoice {
  /** YYYY-MM-DD; today in the business's time zone when absent. */
  date?: string
  range: ReportRange
}

/** The previous result stays visible while loading. */
export const reportQueries = {
  all: () => businessKey('reports'),

  services: (choice: ReportChoice, q: string) =>
    infiniteQueryOptions({
      queryKey: businessKey('reports', 'services', choice, q),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { ...choice, limit: pageSize, ...(q && { q }), ...(pageParam && { cursor: pageParam }) }
        return reportFrom(await unwrap(api.GET('/reports/services', { params: { query }, signal })), choice)
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  charts: (choice: ReportChoice) =>
    queryOptions({
      queryKey: businessKey('reports', 'charts', choice),
      queryFn: ({ signal }) =>
        unwrap(api.GET('/reports/services/charts', { params: { query: { ...choice } }, signal })),
      placeholderData: keepPreviousData,
    }),
}

export const weekQuery = () =>
  queryOptions({
    queryKey: businessKey('reports', 'week'),
    queryFn: ({ signal }) => unwrap(api.GET('/business/week', { signal })),
  })

export const todayQuery = () =>
  queryOptions({
    queryKey: businessKey('reports', 'today'),
    queryFn: ({ signal }) => unwrap(api.GET('/counter/today', { signal })),
    // Polled: the day ends, and other counters register visits.
    refetchInterval: 5 * 60_000,
  })

export async function loadFullReport(choice: ReportChoice, q: string) {
  const query = { ...choice, ...(q && { q }) }
  return reportFrom(await unwrap(api.GET('/reports/services', { params: { query } })), choice)
}

export async function loadReportFile(choice: ReportChoice, q: string, format: 'csv' | 'xlsx'): Promise<Blob> {
  const query = { ...choice, format, ...(q && { q }) }
  return unwrap(
    api.GET('/reports/services/file', { params: { query }, parseAs: 'blob' }) as Promise<{ data?: Blob }>,
  )
}
