import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { firstSupported, isUnsupported } from './firstSupported'
import { api, businessKey } from './index'
import { listFrom } from './lists'
import { customerFrom, customersFrom } from './parsing'
import { retryOnce } from './retryOnce'
import { retryUnlessDone } from './retryUnlessDone'
import type {
  Consent,
  Customer,
  CustomerChanges,
  CustomerMessage,
  CustomerText,
  GreetingOffer,
  Merge,
  NewChild,
  NewCustomer,
  OwnPhoneFields,
  Reward,
  Visit,
} from './types'
import { ifMatch } from './version'

/** Days without a visit after which the dashboard counts a customer. */
export const missedAfter = 60

export const pageSize = 100

/** The number of pages in memory. A refetch requests all of them. */
const pagesKept = 6

/** Milliseconds for which the list stays in the cache, because a record may stay open for long. */
const listKept = 30 * 60_000

/** Position of a page. `previous` reloads the page before, which may have been dropped from memory. */
export interface PageParam {
  cursor: string | null
  /** Starts at zero. */
  index: number
  previous: PageParam | null
}

const everything = 1000

const shownMessages = 6

/** Milliseconds. */
const messagesEvery = 4000

/** Milliseconds after its creation in which a message is polled. */
const watchPeriod = 2 * 60_000

export interface ListChoice {
  owed?: true
  /** Minimum days since the last visit. */
  notSeenFor?: number
  birthday?: true
  /** The order; by name when absent. */
  sort?: 'lastVisit' | 'owed'
  /** The letter with which the list begins. Only in the order by name and without a search. */
  from?: string
}

export const recordQueries = {
  /** The previous result stays visible while loading. */
  list: (q: string, choice: ListChoice = {}) =>
    infiniteQueryOptions({
      queryKey: businessKey('customers', 'list', q, choice),
      initialPageParam: { cursor: null, index: 0, previous: null } as PageParam,
      queryFn: async ({ pageParam: { cursor }, signal }) => {
        const page = { limit: pageSize, ...(cursor && { cursor }) }
        const query = { ...page, ...(q && { q }), ...choice }
        return customersFrom(await unwrap(api.GET('/customers', { params: { query }, signal })))
      },
      getNextPageParam: ({ nextCursor }, _pages, last): PageParam | null =>
        nextCursor ? { cursor: nextCursor, index: last.index + 1, previous: last } : null,
      getPreviousPageParam: (_page, _pages, first) => first.previous,
      maxPages: pagesKept,
      gcTime: listKept,
      placeholderData: keepPreviousData,
    }),

  count: (choice: ListChoice) =>
    queryOptions({
      queryKey: businessKey('customers', 'count', choice),
      queryFn: async ({ signal }) => {
        const query = { limit: 1, ...choice }
        return customersFrom(await unwrap(api.GET('/customers', { params: { query }, signal }))).total
      },
    }),

  signInWays: (businessId: string) =>
    queryOptions({
      queryKey: businessKey('sign-in-ways', businessId),
      queryFn: ({ signal }) =>
        unwrap(api.GET('/auth/customer/ways', { params: { query: { businessId } }, signal })),
    }),

  /** Newest first, from the first path that the server supports. */
  visits: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'visits'),
      queryFn: async ({ signal }) => {
        const query = { limit: everything }
        const params = { path: { id }, query }
        const body = await firstSupported<unknown>([
          () => unwrap(api.GET('/customers/{id}/visits', { params, signal })),
          () => unwrap(api.GET('/app/customers/{id}/visits', { params, signal })),
          () => unwrap(api.GET('/visits', { params: { query: { customerId: id, ...query } }, signal })),
        ])
        return listFrom<Visit>(body)
      },
    }),

  /** Newest first; polled while one is in transit. */
  messages: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'messages'),
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { limit: shownMessages } }
        return listFrom<CustomerMessage>(
          await unwrap(api.GET('/customers/{id}/messages', { params, signal })),
        )
      },
      refetchInterval: ({ state }) => (state.data?.items.some(isInTransit) ? messagesEvery : false),
    }),

  /** Texts of the last 30 days, newest first. */
  texts: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'texts'),
      queryFn: async ({ signal }) =>
        listFrom<CustomerText>(
          await unwrap(api.GET('/customers/{id}/texts', { params: { path: { id } }, signal })),
        ),
    }),

  /** Newest first, with any status. */
  rewards: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'rewards'),
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { limit: everything } }
        return listFrom<Reward>(await unwrap(api.GET('/customers/{id}/rewards', { params, signal })))
      },
    }),

  /** Oldest first, with progress. */
  children: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'children'),
      queryFn: async ({ signal }) =>
        customersFrom(
          await unwrap(api.GET('/customers/{id}/children', { params: { path: { id } }, signal })),
        ),
    }),

  merges: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'merges'),
      queryFn: async ({ signal }) =>
        listFrom<Merge>(
          await unwrap(api.GET('/customers/{id}/merges', { params: { path: { id } }, signal })),
        ),
    }),

  /** Whether staff may greet the customer. Assumed on a server without this route. */
  greeting: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'greeting'),
      queryFn: async ({ signal }): Promise<GreetingOffer> => {
        try {
          return await unwrap(api.GET('/customers/{id}/greeting', { params: { path: { id } }, signal }))
        } catch (error) {
          if (!isUnsupported(error)) throw error
          return { state: 'NOW', invites: false }
        }
      },
    }),

  /** Newest first. */
  consents: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'consents'),
      queryFn: async ({ signal }) =>
        listFrom<Consent>(
          await unwrap(api.GET('/customers/{id}/consents', { params: { path: { id } }, signal })),
        ),
    }),
}

/** Creates a customer, once per idempotency key. Returns the existing customer when the phone is taken. */
export function createCustomer(body: NewCustomer, key: string) {
  return unwrap(api.POST('/customers', { params: { header: { 'Idempotency-Key': key } }, body }))
}

export async function addChild(guardianId: string, body: NewChild, key: string): Promise<Customer> {
  const params = { path: { id: guardianId }, header: { 'Idempotency-Key': key } }
  return customerFrom(await unwrap(api.POST('/customers/{id}/children', { params, body })))
}

/** Gives a phone to a child who has turned fourteen, once per idempotency key. */
export async function giveOwnPhone(id: string, body: OwnPhoneFields, key: string): Promise<Customer> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  return customerFrom(await unwrap(api.POST('/customers/{id}/own-phone', { params, body })))
}

/** Changes a customer. Null clears a field. An outdated version fails with CUSTOMER_CHANGED; 0 matches any version. */
export async function changeCustomer(id: string, body: CustomerChanges, version: number): Promise<Customer> {
  const params = { path: { id }, ...ifMatch(version) }
  return customerFrom(await retryOnce(() => unwrap(api.PATCH('/customers/{id}', { params, body }))))
}

export function deleteCustomer(id: string) {
  return retryUnlessDone(
    () => unwrap(api.DELETE('/customers/{id}', { params: { path: { id } } })),
    'CUSTOMER_NOT_FOUND',
    id,
  )
}

export function unsubscribeCustomer(id: string) {
  return unwrap(api.POST('/customers/{id}/unsubscribe', { params: { path: { id } } }))
}

export function changeQr(id: string, key: string): Promise<Customer> {
  const header = { 'Idempotency-Key': key }
  return unwrap(api.POST('/customers/{id}/qr/change', { params: { path: { id }, header } }))
}

export function deleteVisit(id: string) {
  return retryUnlessDone(
    () => unwrap(api.DELETE('/visits/{id}', { params: { path: { id } } })),
    'VISIT_NOT_FOUND',
    id,
  )
}

/** Undoes a visit. Deletes it on servers without undo. */
export function undoVisit(id: string) {
  return firstSupported<unknown>([
    () =>
      retryUnlessDone(
        () => unwrap(api.POST('/visits/{id}/undo', { params: { path: { id } } })),
        'VISIT_NOT_FOUND',
        id,
      ),
    () => deleteVisit(id),
  ])
}

export function mergeCustomers(id: string, mergedId: string) {
  return retryUnlessDone(
    () => unwrap(api.POST('/customers/{id}/merge', { params: { path: { id } }, body: { mergedId } })),
    'MERGE_SELF',
    mergedId,
  )
}

export function undoMerge(id: string) {
  return retryUnlessDone(
    () => unwrap(api.POST('/merges/{id}/undo', { params: { path: { id } } })),
    'MERGE_UNDONE',
    id,
  )
}

/** Whether the state may still change. False for old messages, so that they are not polled. */
function isInTransit({ status, createdAt }: CustomerMessage): boolean {
  const moves = status === 'QUEUED' || status === 'SENDING' || status === 'SENT'
  return moves && Date.now() - Date.parse(createdAt) < watchPeriod
}
