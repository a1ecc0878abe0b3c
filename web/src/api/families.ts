import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { unwrap } from './client'
import { isUnsupported } from './firstSupported'
import { api, businessKey } from './index'
import { itemsOf, listFrom } from './lists'
import { changedFamily, familyFrom } from './parsing'
import type {
  FamilyChanges,
  FamilyEffect,
  FamilyOffer,
  FamilyPolicy,
  FamilyRole,
  ListedFamily,
  NewFamily,
} from './types'
import { ifMatch } from './version'

const pageSize = 50

const everything = 1000

/** Previews must be current, so none is cached. */
const noCache = { staleTime: 0, gcTime: 0 }

/** Every key starts with the key of `all`. */
export const familyQueries = {
  all: () => businessKey('families'),

  list: (q: string) =>
    infiniteQueryOptions({
      queryKey: businessKey('families', 'list', q),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...(q && { q }), ...(pageParam && { cursor: pageParam }) }
        return listFrom<ListedFamily>(await unwrap(api.GET('/families', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  choice: () =>
    queryOptions({
      queryKey: businessKey('families', 'choice'),
      queryFn: async ({ signal }) =>
        itemsOf<ListedFamily>(
          await unwrap(api.GET('/families', { params: { query: { limit: everything } }, signal })),
        ),
    }),

  one: (id: string) =>
    queryOptions({
      queryKey: businessKey('families', id),
      queryFn: async ({ signal }) =>
        familyFrom(await unwrap(api.GET('/families/{id}', { params: { path: { id } }, signal }))),
    }),

  /** The preview of joining the family or, for a member, of leaving it. */
  memberEffect: (id: string, customerId: string) =>
    queryOptions({
      queryKey: businessKey('families', id, 'effect', customerId),
      queryFn: async ({ signal }): Promise<FamilyEffect[] | null> => {
        const params = { path: { id, customerId } }
        return previewOrNull(async () => [
          await unwrap(api.GET('/families/{id}/members/{customerId}/preview', { params, signal })),
        ])
      },
      ...noCache,
    }),

  policyEffect: (id: string, policy: FamilyPolicy) =>
    queryOptions({
      queryKey: businessKey('families', id, 'effect', policy),
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { policy } }
        return previewOrNull(async () =>
          itemsOf<FamilyEffect>(await unwrap(api.GET('/families/{id}/policy/preview', { params, signal }))),
        )
      },
      ...noCache,
    }),

  /** The offer that concerns a customer, or null. */
  offer: (customerId: string) =>
    queryOptions({
      queryKey: businessKey('families', 'offer', customerId),
      queryFn: async ({ signal }): Promise<FamilyOffer | null> => {
        const params = { path: { id: customerId } }
        const offer = await previewOrNull(() =>
          unwrap(api.GET('/customers/{id}/family/offer', { params, signal })),
        )
        return offer?.effects.length ? offer : null
      },
      ...noCache,
    }),

  /** The customers' ids in the offer declined since the page load. Only set in the cache, never fetched. */
  declined: (customerId: string) =>
    queryOptions<string>({ queryKey: businessKey('families', 'declined', customerId), queryFn: skipToken }),
}

export function createFamily(body: NewFamily, key: string) {
  return unwrap(api.POST('/families', { params: { header: { 'Idempotency-Key': key } }, body }))
}

export async function changeFamily(id: string, body: FamilyChanges, version: number) {
  const params = { path: { id }, ...ifMatch(version) }
  return changedFamily(await unwrap(api.PATCH('/families/{id}', { params, body })))
}

export async function readFamily(id: string) {
  return familyFrom(await unwrap(api.GET('/families/{id}', { params: { path: { id } } })))
}

export function deleteFamily(id: string) {
  return unwrap(api.DELETE('/families/{id}', { params: { path: { id } } }))
}

export async function addMember(id: string, body: { customerId: string; role: FamilyRole }, key: string) {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  return changedFamily(await unwrap(api.POST('/families/{id}/members', { params, body })))
}

export async function acceptFamily(customerId: string, { familyId, effects }: FamilyOffer, key: string) {
  const params = { path: { id: customerId }, header: { 'Idempotency-Key': key } }
  const body = { familyId, customerIds: effects.map((effect) => effect.customerId) }
  return familyFrom(await unwrap(api.POST('/customers/{id}/family', { params, body })))
}

export async function changeFamilyRole(id: string, customerId: string, role: FamilyRole) {
  const params = { path: { id, customerId } }
  return changedFamily(
    await unwrap(api.PATCH('/families/{id}/members/{customerId}/role', { params, body: { role } })),
  )
}

export async function removeMember(id: string, customerId: string) {
  const params = { path: { id, customerId } }
  return changedFamily(await unwrap(api.DELETE('/families/{id}/members/{customerId}', { params })))
}

/** Returns the preview, or null if the server has none. */
async function previewOrNull<Foresight>(ask: () => Promise<Foresight>): Promise<Foresight | null> {
  try {
    return await ask()
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}
