import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer } from './client'
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

/** The longest page there is, where a list is wanted whole. */
const wholeList = 1000

/** How often the messages are asked for again, in milliseconds. */
const messagesEvery = 3000

/** Which messages are asked for; what is left out lets all pass. */
export interface MessageFilter {
  status?: MessageStatus
  kind?: MessageKind
  businessId?: string
  q?: string
}

/** Keys and fetchers of the control panel, for the operator of the platform. */
export const controlPanelQueries = {
  all: () => ['cp'] as const,

  businesses: (q: string) =>
    infiniteQueryOptions({
      queryKey: ['cp', 'businesses', q],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...(q && { q }), ...(pageParam && { cursor: pageParam }) }
        return listFrom<ListedBusiness>(
          await answer(api.GET('/cp/businesses', { params: { query }, signal })),
        )
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  /** All businesses by name, to choose one of. */
  allBusinesses: () =>
    queryOptions({ queryKey: ['cp', 'all-businesses'], queryFn: ({ signal }) => fetchAllBusinesses(signal) }),

  /** What has been sent or waits to be, newest first; it follows the sending. */
  messages: (filter: MessageFilter) =>
    infiniteQueryOptions({
      queryKey: ['cp', 'messages', filter],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...filter, ...(pageParam && { cursor: pageParam }) }
        return listFrom<SentMessage>(await answer(api.GET('/cp/wa/messages', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchInterval: messagesEvery,
    }),

  /** The messages that wait since a copy of the data was put back; it follows what is done with them. */
  restored: () =>
    queryOptions({
      queryKey: ['cp', 'restored'],
      queryFn: ({ signal }) => answer(api.GET('/cp/wa/restored', { signal })),
      refetchInterval: ({ state }) => (state.data?.held ? messagesEvery : false),
    }),

  /** When the token of WhatsApp ends. */
  token: () =>
    queryOptions({
      queryKey: ['cp', 'token'],
      queryFn: ({ signal }) => answer(api.GET('/cp/wa/token', { signal })),
    }),

  /** When the data were copied last; it follows a backup that is being made. */
  lastBackup: () =>
    queryOptions({
      queryKey: ['cp', 'backup'],
      queryFn: ({ signal }) => answer(api.GET('/cp/backup', { signal })),
      refetchInterval: ({ state }) => (state.data?.running ? messagesEvery : false),
    }),

  /** Which release runs, and whether there is a newer one. */
  version: () =>
    queryOptions({
      queryKey: ['cp', 'version'],
      queryFn: ({ signal }) => answer(api.GET('/cp/version', { signal })),
    }),

  /** Whether e-mails leave. */
  mail: () =>
    queryOptions({
      queryKey: ['cp', 'mail'],
      queryFn: ({ signal }) => answer(api.GET('/cp/mail', { signal })),
    }),

  /** Whether customers get their cards for the wallets of their telephones. */
  wallet: () =>
    queryOptions({
      queryKey: ['cp', 'wallet'],
      queryFn: ({ signal }) => answer(api.GET('/cp/wallet', { signal })),
    }),
}

async function fetchAllBusinesses(signal: AbortSignal): Promise<ListedBusiness[]> {
  const all: ListedBusiness[] = []
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = { limit: wholeList, ...(cursor && { cursor }) }
    const page: List<ListedBusiness> = listFrom(
      await answer(api.GET('/cp/businesses', { params: { query }, signal })),
    )
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return all.sort((one, other) => one.name.localeCompare(other.name, 'es'))
}

/** Opens a business with its owner, whose temporary password is in the first answer to the key, and in no other. */
export function openBusiness(body: NewBusiness, key: string): Promise<OpenedBusiness> {
  return answer(api.POST('/cp/businesses', { params: { header: { 'Idempotency-Key': key } }, body }))
}

/** Gives the owner of a business another temporary password. */
export async function resetOwnerPassword(businessId: string, ownerId: string): Promise<string> {
  const params = { path: { id: ownerId }, query: { businessId } }
  return (await answer(api.POST('/cp/users/{id}/reset-password', { params }))).tempPassword
}

/** Changes the name of a business or how it sends: one of them at a time. */
export function reviseBusiness(id: string, body: BusinessRevision, version: number): Promise<ListedBusiness> {
  const params = { path: { id }, ...ifMatch(version) }
  return answer(api.PATCH('/cp/businesses/{id}', { params, body }))
}

/** Reads a business anew. */
export async function readBusiness(id: string): Promise<ListedBusiness> {
  const query = { limit: pageSize, q: id }
  const page: List<ListedBusiness> = listFrom(await answer(api.GET('/cp/businesses', { params: { query } })))
  const found = page.items.find((business) => business.id === id)
  if (!found) throw new Error(`no business ${id}`)
  return found
}

/** Suspends an active business, and lets a suspended one work again. */
export function toggleBusinessStatus({ id, status }: ListedBusiness) {
  const params = { path: { id } }
  return status === 'ACTIVE'
    ? answer(api.POST('/cp/businesses/{id}/suspend', { params }))
    : answer(api.POST('/cp/businesses/{id}/reactivate', { params }))
}

/** Says what becomes of all messages that wait since a copy of the data was put back. The same again is no error. */
export function decideRestoredMessages(decision: RestoreDecision): Promise<RestoredMessages> {
  return answer(api.POST('/cp/wa/restored', { body: { decision } }))
}

/** Has the server make a backup now, unless it is making one. */
export function makeBackup(): Promise<LastBackup> {
  return answer(api.POST('/cp/backup'))
}

/** Sends the operator who asks an e-mail to try. */
export function sendTrialMail(): Promise<MailTrial> {
  return answer(api.POST('/cp/mail/trial'))
}

/** All data of a business, as a ZIP. */
export function exportBusiness(id: string): Promise<Blob> {
  return answer(
    api.GET('/cp/businesses/{id}/export', {
      params: { path: { id } },
      parseAs: 'blob',
    }) as unknown as Promise<{ data?: Blob }>,
  )
}
