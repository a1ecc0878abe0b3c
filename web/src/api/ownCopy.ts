import { api } from '.'
import { answer } from './client'

export type CustomerFormat = 'csv' | 'xlsx' | 'vcf'

/** What an owner downloads: all of the business, or the list of customers. */
export type OwnCopy = 'zip' | CustomerFormat

/** Fetches a copy for the user who types the own password. It travels in the body, never in an address. */
export function fetchOwnCopy(copy: OwnCopy, password: string): Promise<Blob> {
  const call =
    copy === 'zip'
      ? api.POST('/business/export', { body: { password }, parseAs: 'blob' })
      : api.POST('/business/customers/export', { body: { password, format: copy }, parseAs: 'blob' })
  return answer(call as unknown as Promise<{ data?: Blob }>)
}
