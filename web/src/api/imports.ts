import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { binaryBody } from './binaryBody'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { itemsOf, listFrom } from './lists'
import type { Import, ImportChanges, ImportedCustomer } from './types'
import { ifMatch } from './version'

/** Milliseconds between two fetches of a running import. */
const pollInterval = 1_000

const pageSize = 50

export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return state === 'CHECKING' || state === 'IMPORTING' || state === 'UNDOING'
}

export const importQueries = {
  all: () => businessKey('imports'),
  list: () =>
    queryOptions({
      queryKey: businessKey('imports'),
      queryFn: async ({ signal }) => itemsOf<Import>(await unwrap(api.GET('/imports', { signal }))),
      refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 3 * pollInterval : false),
    }),
  /** One import, polled while a worker advances it. */
  one: (id: string) =>
    queryOptions({
      queryKey: businessKey('imports', id),
      queryFn: async ({ signal }): Promise<Import> =>
        unwrap(api.GET('/imports/{id}', { params: { path: { id } }, signal })),
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollInterval : false),
    }),
  /** Customers of a finished import. Its key is one of customers, so that acts on customers refresh it. */
  customers: (id: string) =>
    infiniteQueryOptions({
      queryKey: businessKey('customers', 'imported', id),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...(pageParam && { cursor: pageParam }) }
        const page = await unwrap(
          api.GET('/imports/{id}/customers', { params: { path: { id }, query }, signal }),
        )
        return { ...listFrom<ImportedCustomer>(page), withPhone: page.withPhone }
      },
      getNextPageParam: (page) => page.nextCursor,
    }),
}

/**
 * Sends a file of customers, or a business's copy, of which only the customers are imported. The idempotency
 * key makes a retry safe.
 */
export function sendImport(file: File, isCopy: boolean, key: string): Promise<Import> {
  const request = {
    params: { query: { fileName: file.name.slice(0, 200) }, header: { 'Idempotency-Key': key } },
    ...binaryBody(file),
  }
  return unwrap(isCopy ? api.POST('/imports/copy', request) : api.POST('/imports', request))
}

export function readImport(id: string): Promise<Import> {
  return unwrap(api.GET('/imports/{id}', { params: { path: { id } } }))
}

/** Changes the choices; the server then checks the file again. */
export function changeImport(id: string, version: number, body: ImportChanges): Promise<Import> {
  return unwrap(api.PATCH('/imports/{id}', { params: { path: { id }, ...ifMatch(version) }, body }))
}

export function startImport(id: string, version: number): Promise<Import> {
  return unwrap(api.POST('/imports/{id}/start', { params: { path: { id }, ...ifMatch(version) } }))
}

export function undoImport(id: string, key: string): Promise<Import> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  return unwrap(api.POST('/imports/{id}/undo', { params }))
}

export function dropImport(id: string) {
  return unwrap(api.DELETE('/imports/{id}', { params: { path: { id } } }))
}

export function importRejects(id: string): Promise<Blob> {
  return unwrap(
    api.GET('/imports/{id}/rejects', { params: { path: { id } }, parseAs: 'blob' }) as unknown as Promise<{
      data?: Blob
    }>,
  )
}

export function importLabels(id: string): Promise<Blob> {
  return unwrap(
    api.GET('/customers/qr-labels.pdf', {
      params: { query: { import: id } },
      parseAs: 'blob',
    }) as unknown as Promise<{ data?: Blob }>,
  )
}
