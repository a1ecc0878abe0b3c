import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { firstSupported } from './firstSupported'
import { api, businessKey } from './index'
import { listFrom } from './lists'
import { customerFrom, customersFrom } from './parsing'
import { retryOnce } from './retryOnce'
import type {
  Consent,
  Customer,
  CustomerChanges,
  CustomerMessage,
  CustomerText,
  Merge,
  NewChild,
  NewCustomer,
  OwnPhoneSaid,
  Reward,
  Visit,
} from './types'
import { ifMatch } from './version'

/** After how many days without a visit a customer is missed. */
export const missedAfter = 60

const pageSize = 50

/** The most a list can be asked for at once. */
const everything = 1000

/** How many of the messages to a customer are shown. */
const shownMessages = 6

/** How often they are asked for again, in milliseconds. */
const messagesEvery = 4000

/** For how long after a message was made, in milliseconds. */
const watchPeriod = 2 * 60_000

/** Which customers are listed, and in which order. */
export interface ListChoice {
  owed?: true
  /** Only who has not been here for so many days. */
  notSeenFor?: number
  birthday?: true
  /** By name when left out. */
  sort?: 'lastVisit' | 'owed'
}

/** Keys and fetchers of what a customer's record shows besides the customer. */
export const recordQueries = {
  /** The customers that match a text, page by page; what was found before stays until the answer is there. */
  list: (q: string, choice: ListChoice = {}) =>
    infiniteQueryOptions({
      queryKey: businessKey('customers', 'list', q, choice),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const page = { limit: pageSize, ...(pageParam && { cursor: pageParam }) }
        const query = { ...page, ...(q && { q }), ...choice }
        return customersFrom(await answer(api.GET('/customers', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  /** How many customers the choice lists, without reading them. */
  count: (choice: ListChoice) =>
    queryOptions({
      queryKey: businessKey('customers', 'count', choice),
      queryFn: async ({ signal }) => {
        const query = { limit: 1, ...choice }
        return customersFrom(await answer(api.GET('/customers', { params: { query }, signal }))).total
      },
    }),

  /** How the customers of a business can sign in. */
  signInWays: (businessId: string) =>
    queryOptions({
      queryKey: businessKey('sign-in-ways', businessId),
      queryFn: ({ signal }) =>
        answer(api.GET('/auth/customer/ways', { params: { query: { businessId } }, signal })),
    }),

  /** A customer's visits, newest first, under whichever path the server offers. */
  visits: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'visits'),
      queryFn: async ({ signal }) => {
        const query = { limit: everything }
        const params = { path: { id }, query }
        const body = await firstSupported<unknown>([
          () => answer(api.GET('/customers/{id}/visits', { params, signal })),
          () => answer(api.GET('/app/customers/{id}/visits', { params, signal })),
          () => answer(api.GET('/visits', { params: { query: { customerId: id, ...query } }, signal })),
        ])
        return listFrom<Visit>(body)
      },
    }),

  /** What was sent to the customer last, newest first; asked again while something is on its way. */
  messages: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'messages'),
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { limit: shownMessages } }
        return listFrom<CustomerMessage>(
          await answer(api.GET('/customers/{id}/messages', { params, signal })),
        )
      },
      refetchInterval: ({ state }) => (state.data?.items.some(isInTransit) ? messagesEvery : false),
    }),

  /** What the customer wrote by WhatsApp in the last 30 days, newest first. */
  texts: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'texts'),
      queryFn: async ({ signal }) =>
        listFrom<CustomerText>(
          await answer(api.GET('/customers/{id}/texts', { params: { path: { id } }, signal })),
        ),
    }),

  /** The rewards of a customer's cards, newest first: owed, given and cancelled. */
  rewards: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'rewards'),
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { limit: everything } }
        return listFrom<Reward>(await answer(api.GET('/customers/{id}/rewards', { params, signal })))
      },
    }),

  /** The customer's children, the oldest first, with where each stands. */
  children: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'children'),
      queryFn: async ({ signal }) =>
        customersFrom(
          await answer(api.GET('/customers/{id}/children', { params: { path: { id } }, signal })),
        ),
    }),

  /** The records that were merged into this one. */
  merges: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'merges'),
      queryFn: async ({ signal }) =>
        listFrom<Merge>(
          await answer(api.GET('/customers/{id}/merges', { params: { path: { id } }, signal })),
        ),
    }),

  /** What the customer accepted and withdrew, newest first. */
  consents: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'consents'),
      queryFn: async ({ signal }) =>
        listFrom<Consent>(
          await answer(api.GET('/customers/{id}/consents', { params: { path: { id } }, signal })),
        ),
    }),
}

/** Creates a customer, the same key one; where one with that phone exists already, answers that one. */
export function createCustomer(body: NewCustomer, key: string) {
  return answer(api.POST('/customers', { params: { header: { 'Idempotency-Key': key } }, body }))
}

/** Adds a child to a customer; the same key one. */
export async function addChild(guardianId: string, body: NewChild, key: string): Promise<Customer> {
  const params = { path: { id: guardianId }, header: { 'Idempotency-Key': key } }
  return customerFrom(await answer(api.POST('/customers/{id}/children', { params, body })))
}

/** Gives a child who has turned fourteen a phone of her own; the same key does it once. */
export async function giveOwnPhone(id: string, body: OwnPhoneSaid, key: string): Promise<Customer> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  return customerFrom(await answer(api.POST('/customers/{id}/own-phone', { params, body })))
}

/**
 * Changes a customer: null empties a field. Refused with CUSTOMER_CHANGED when she has another version by then; zero is
 * whichever she has.
 */
export async function changeCustomer(id: string, body: CustomerChanges, version: number): Promise<Customer> {
  const params = { path: { id }, ...ifMatch(version) }
  return customerFrom(await retryOnce(() => answer(api.PATCH('/customers/{id}', { params, body }))))
}

/** Archives a customer. */
export function deleteCustomer(id: string) {
  return retryOnce(
    () => answer(api.DELETE('/customers/{id}', { params: { path: { id } } })),
    'CUSTOMER_NOT_FOUND',
  )
}

/** Withdraws every consent to marketing, because the customer asks for it. */
export function unsubscribeCustomer(id: string) {
  return answer(api.POST('/customers/{id}/unsubscribe', { params: { path: { id } } }))
}

/** Ends a customer's code; answers the customer with the other one that she has from now on. */
export function changeQr(id: string, key: string): Promise<Customer> {
  const header = { 'Idempotency-Key': key }
  return answer(api.POST('/customers/{id}/qr/change', { params: { path: { id }, header } }))
}

/** Takes a visit off its card. */
export function deleteVisit(id: string) {
  return retryOnce(() => answer(api.DELETE('/visits/{id}', { params: { path: { id } } })), 'VISIT_NOT_FOUND')
}

/** Takes back a visit that one has just registered; where the server has no such call, deletes it. */
export function undoVisit(id: string) {
  return firstSupported<unknown>([
    () =>
      retryOnce(() => answer(api.POST('/visits/{id}/undo', { params: { path: { id } } })), 'VISIT_NOT_FOUND'),
    () => deleteVisit(id),
  ])
}

/** Makes the record `mergedId` part of the record `id`. */
export function mergeCustomers(id: string, mergedId: string) {
  return retryOnce(
    () => answer(api.POST('/customers/{id}/merge', { params: { path: { id } }, body: { mergedId } })),
    'MERGE_SELF',
  )
}

/** Gives both records back what each had before they were merged. */
export function undoMerge(id: string) {
  return retryOnce(() => answer(api.POST('/merges/{id}/undo', { params: { path: { id } } })), 'MERGE_UNDONE')
}

/** Of what is older nobody waits to see the next step. */
function isInTransit({ status, createdAt }: CustomerMessage): boolean {
  const moves = status === 'QUEUED' || status === 'SENDING' || status === 'SENT'
  return moves && Date.now() - Date.parse(createdAt) < watchPeriod
}
