import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer } from './client'
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

/** The most a list can be asked for at once. */
const everything = 1000

/** A foresight holds for the moment in which it is asked for. */
const noCache = { staleTime: 0, gcTime: 0 }

/** Keys and fetchers of the families; every key begins with that of `all`. */
export const familyQueries = {
  all: () => businessKey('families'),

  /** The families whose name has a text in it, page by page, in Spanish order. */
  list: (q: string) =>
    infiniteQueryOptions({
      queryKey: businessKey('families', 'list', q),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: pageSize, ...(q && { q }), ...(pageParam && { cursor: pageParam }) }
        return listFrom<ListedFamily>(await answer(api.GET('/families', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  /** The families to choose one from. */
  choice: () =>
    queryOptions({
      queryKey: businessKey('families', 'choice'),
      queryFn: async ({ signal }) =>
        itemsOf<ListedFamily>(
          await answer(api.GET('/families', { params: { query: { limit: everything } }, signal })),
        ),
    }),

  one: (id: string) =>
    queryOptions({
      queryKey: businessKey('families', id),
      queryFn: async ({ signal }) =>
        familyFrom(await answer(api.GET('/families/{id}', { params: { path: { id } }, signal }))),
    }),

  /** What joining a family would change for a customer or, of a member, leaving it. */
  memberEffect: (id: string, customerId: string) =>
    queryOptions({
      queryKey: businessKey('families', id, 'effect', customerId),
      queryFn: async ({ signal }): Promise<FamilyEffect[] | null> => {
        const params = { path: { id, customerId } }
        return previewOrNull(async () => [
          await answer(api.GET('/families/{id}/members/{customerId}/preview', { params, signal })),
        ])
      },
      ...noCache,
    }),

  /** What another policy would change for each member. */
  policyEffect: (id: string, policy: FamilyPolicy) =>
    queryOptions({
      queryKey: businessKey('families', id, 'effect', policy),
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { policy } }
        return previewOrNull(async () =>
          itemsOf<FamilyEffect>(await answer(api.GET('/families/{id}/policy/preview', { params, signal }))),
        )
      },
      ...noCache,
    }),

  /** The family that a guardian and her children are offered, by the id of any of them; null where there is none. */
  offer: (customerId: string) =>
    queryOptions({
      queryKey: businessKey('families', 'offer', customerId),
      queryFn: async ({ signal }): Promise<FamilyOffer | null> => {
        const params = { path: { id: customerId } }
        const offer = await previewOrNull(() =>
          answer(api.GET('/customers/{id}/family/offer', { params, signal })),
        )
        return offer?.effects.length ? offer : null
      },
      ...noCache,
    }),
}

/** Creates a family; the same key makes one. */
export function createFamily(body: NewFamily, key: string) {
  return answer(api.POST('/families', { params: { header: { 'Idempotency-Key': key } }, body }))
}

/** Renames a family or changes its policy. */
export async function changeFamily(id: string, body: FamilyChanges, version: number) {
  const params = { path: { id }, ...ifMatch(version) }
  return changedFamily(await answer(api.PATCH('/families/{id}', { params, body })))
}

/** Reads a family anew. */
export async function readFamily(id: string) {
  return familyFrom(await answer(api.GET('/families/{id}', { params: { path: { id } } })))
}

/** Deletes a family, which has to be empty. */
export function deleteFamily(id: string) {
  return answer(api.DELETE('/families/{id}', { params: { path: { id } } }))
}

/** Puts a customer into a family; the same key does it once. */
export async function addMember(id: string, body: { customerId: string; role: FamilyRole }, key: string) {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  return changedFamily(await answer(api.POST('/families/{id}/members', { params, body })))
}

/** Puts a guardian and her children into the family that they were offered; the same key does it once. */
export async function acceptFamily(customerId: string, { familyId, effects }: FamilyOffer, key: string) {
  const params = { path: { id: customerId }, header: { 'Idempotency-Key': key } }
  const body = { familyId, customerIds: effects.map((effect) => effect.customerId) }
  return familyFrom(await answer(api.POST('/customers/{id}/family', { params, body })))
}

/** Gives a member another role. */
export async function changeFamilyRole(id: string, customerId: string, role: FamilyRole) {
  const params = { path: { id, customerId } }
  return changedFamily(
    await answer(api.PATCH('/families/{id}/members/{customerId}/role', { params, body: { role } })),
  )
}

/** Takes a member out of a family. */
export async function removeMember(id: string, customerId: string) {
  const params = { path: { id, customerId } }
  return changedFamily(await answer(api.DELETE('/families/{id}/members/{customerId}', { params })))
}

/** What a change would change; null on servers that do not foretell it. */
async function previewOrNull<Foresight>(ask: () => Promise<Foresight>): Promise<Foresight | null> {
  try {
    return await ask()
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}
