import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api } from './index'
import { listFrom } from './lists'
import type {
  BusinessRevision,
  LastBackup,
  List,
  ListedBusiness,
  MailTrial,
  MessageKind,
  MessageStatus,
  NewBusiness,
  OpenedBusiness,
  RestoreDecision,
  RestoredMessages,
  SentMessage,
} from './types'
import { ifMatch } from './version'

const pageSize = 50

const wholeList = 1000

/** Milliseconds between two polls. */
const messagesEvery = 3000

/** Filters the messages. An absent field matches every message. */
export interface MessageFilter {
  status?: MessageStatus
  kind?: MessageKind
  businessId?: string
  q?: string
}

export const controlPanelQueries = {
  all: () => ['cp'] as const,

  businesses: (q: string) =>
    infiniteQueryOptions({
      queryKey: ['cp', 'businesses', q],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...(q && { q }), ...(pageParam && { cursor: pageParam }) }
        return listFrom<ListedBusiness>(
          await unwrap(api.GET('/cp/businesses', { params: { query }, signal })),
        )
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  allBusinesses: () =>
    queryOptions({ queryKey: ['cp', 'all-businesses'], queryFn: ({ signal }) => fetchAllBusinesses(signal) }),

  /** Newest first; polled. */
  messages: (filter: MessageFilter) =>
    infiniteQueryOptions({
      queryKey: ['cp', 'messages', filter],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...filter, ...(pageParam && { cursor: pageParam }) }
        return listFrom<SentMessage>(await unwrap(api.GET('/cp/wa/messages', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchInterval: messagesEvery,
    }),

  /** Messages held since a restored backup. Polled while there are any. */
  restored: () =>
    queryOptions({
      queryKey: ['cp', 'restored'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/wa/restored', { signal })),
      refetchInterval: ({ state }) => (state.data?.held ? messagesEvery : false),
    }),

  token: () =>
    queryOptions({
      queryKey: ['cp', 'token'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/wa/token', { signal })),
    }),

  overview: () =>
    queryOptions({
      queryKey: ['cp', 'overview'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/overview', { signal })),
    }),

  /** Polled while a backup is running. */
  lastBackup: () =>
    queryOptions({
      queryKey: ['cp', 'backup'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/backup', { signal })),
      refetchInterval: ({ state }) => (state.data?.running ? messagesEvery : false),
    }),

  version: () =>
    queryOptions({
      queryKey: ['cp', 'version'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/version', { signal })),
    }),

  mail: () =>
    queryOptions({
      queryKey: ['cp', 'mail'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/mail', { signal })),
    }),

  wallet: () =>
    queryOptions({
      queryKey: ['cp', 'wallet'],
      queryFn: ({ signal }) => unwrap(api.GET('/cp/wallet', { signal })),
    }),
}

async function fetchAllBusinesses(signal: AbortSignal): Promise<ListedBusiness[]> {
  const all: ListedBusiness[] = []
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = { limit: wholeList, ...(cursor && { cursor }) }
    const page: List<ListedBusiness> = listFrom(
      await unwrap(api.GET('/cp/businesses', { params: { query }, signal })),
    )
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return all.sort((one, other) => one.name.localeCompare(other.name, 'es'))
}

/** Creates a business. Only the first response to an idempotency key has the temporary password. */
export function openBusiness(body: NewBusiness, key: string): Promise<OpenedBusiness> {
  return unwrap(api.POST('/cp/businesses', { params: { header: { 'Idempotency-Key': key } }, body }))
}

export async function resetOwnerPassword(businessId: string, ownerId: string): Promise<string> {
  const params = { path: { id: ownerId }, query: { businessId } }
  return (await unwrap(api.POST('/cp/users/{id}/reset-password', { params }))).tempPassword
}

/** Changes the name or the sending settings, one per call. */
export function reviseBusiness(id: string, body: BusinessRevision, version: number): Promise<ListedBusiness> {
  const params = { path: { id }, ...ifMatch(version) }
  return unwrap(api.PATCH('/cp/businesses/{id}', { params, body }))
}

export async function readBusiness(id: string): Promise<ListedBusiness> {
  const query = { limit: pageSize, q: id }
  const page: List<ListedBusiness> = listFrom(await unwrap(api.GET('/cp/businesses', { params: { query } })))
  const match = page.items.find((business) => business.id === id)
  if (!match) throw new Error(`no business ${id}`)
  return match
}

export function toggleBusinessStatus({ id, status }: ListedBusiness) {
  const params = { path: { id } }
  return status === 'ACTIVE'
    ? unwrap(api.POST('/cp/businesses/{id}/suspend', { params }))
    : unwrap(api.POST('/cp/businesses/{id}/reactivate', { params }))
}

/** Decides about all messages held since a restored backup. Idempotent. */
export function decideRestoredMessages(decision: RestoreDecision): Promise<RestoredMessages> {
  return unwrap(api.POST('/cp/wa/restored', { body: { decision } }))
}

/** Starts a backup, unless one is running. */
export function makeBackup(): Promise<LastBackup> {
  return unwrap(api.POST('/cp/backup'))
}

export function sendTrialMail(): Promise<MailTrial> {
  return unwrap(api.POST('/cp/mail/trial'))
}

export function exportBusiness(id: string): Promise<Blob> {
  return unwrap(
    api.GET('/cp/businesses/{id}/export', {
      params: { path: { id } },
      parseAs: 'blob',
    }) as unknown as Promise<{ data?: Blob }>,
  )
}
