import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { answer } from './client'
import { api } from './index'
import { listFrom } from './lists'
import type { ListedBusiness, MessageStatus, NewBusiness, SendingChanges, SentMessage } from './types'

const pageSize = 50

/** How often the messages are asked for again, in milliseconds. */
const messagesEvery = 3000

/** Keys and fetchers of the control panel, for the operator of the platform. */
export const controlPanelQueries = {
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

  /** What has been sent or waits to be, newest first; it follows the sending. */
  messages: (status: MessageStatus | null, q: string) =>
    infiniteQueryOptions({
      queryKey: ['cp', 'messages', status, q],
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = {
          limit: pageSize,
          ...(status && { status }),
          ...(q && { q }),
          ...(pageParam && { cursor: pageParam }),
        }
        return listFrom<SentMessage>(await answer(api.GET('/cp/wa/messages', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchInterval: messagesEvery,
    }),
}

/** Opens a business with its owner, whose temporary password is in the answer. */
export function openBusiness(body: NewBusiness) {
  return answer(api.POST('/cp/businesses', { body }))
}

/** Gives a business another name. */
export function renameBusiness(id: string, name: string) {
  return answer(api.PATCH('/cp/businesses/{id}', { params: { path: { id } }, body: { name } }))
}

/** Changes how a business sends through WhatsApp. */
export function changeSending(id: string, whatsApp: SendingChanges) {
  return answer(api.PATCH('/cp/businesses/{id}', { params: { path: { id } }, body: { whatsApp } }))
}

/** Suspends an active business, and lets a suspended one work again. */
export function switchStatus({ id, status }: ListedBusiness) {
  const params = { path: { id } }
  return status === 'ACTIVE'
    ? answer(api.POST('/cp/businesses/{id}/suspend', { params }))
    : answer(api.POST('/cp/businesses/{id}/reactivate', { params }))
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
