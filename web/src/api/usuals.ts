import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { retryOnce } from './retryOnce'
import type { UsualPermission } from './types'
import { ifMatch } from './version'

const ofCustomer = (customerId: string) => ({ path: { id: customerId } })

const ofPicture = (customerId: string, pictureId: string) => ({ path: { id: customerId, pictureId } })

export const usualQuery = (customerId: string) =>
  queryOptions({
    queryKey: businessKey('customers', customerId, 'usual'),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/customers/{id}/usual', { params: ofCustomer(customerId), signal })),
  })

/** A picture, which the browser caches for a day because it never changes. */
export const usualPictureQuery = (customerId: string, pictureId: string) =>
  queryOptions({
    queryKey: businessKey('usual-pictures', customerId, pictureId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/customers/{id}/usual/pictures/{pictureId}', {
          params: ofPicture(customerId, pictureId),
          parseAs: 'blob',
          signal,
        }) as unknown as Promise<{ data?: Blob }>,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

export interface NoteChange {
  note: string | null
  version: number
  permission?: UsualPermission
}

export function changeUsualNote(customerId: string, { version, ...body }: NoteChange) {
  const params = { ...ofCustomer(customerId), ...ifMatch(version) }
  return unwrap(api.PATCH('/customers/{id}/usual', { params, body }))
}

export function setUsualConsent(customerId: string, body: UsualPermission) {
  return unwrap(api.POST('/customers/{id}/usual/consent', { params: ofCustomer(customerId), body }))
}

export interface NewPicture {
  /** Base64. */
  picture: string
  permission?: UsualPermission
}

export function addUsualPicture(customerId: string, body: NewPicture, key: string) {
  const params = { ...ofCustomer(customerId), header: { 'Idempotency-Key': key } }
  return retryOnce(() => unwrap(api.POST('/customers/{id}/usual/pictures', { params, body })))
}

export function removeUsualPicture(customerId: string, pictureId: string) {
  const params = ofPicture(customerId, pictureId)
  return unwrap(api.DELETE('/customers/{id}/usual/pictures/{pictureId}', { params }))
}
