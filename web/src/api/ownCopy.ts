import { api } from '.'
import { unwrap } from './client'

export type CustomerFormat = 'csv' | 'xlsx' | 'vcf'

/** `zip` has all data of the business; the other formats have the list of customers. */
export type OwnCopy = 'zip' | CustomerFormat

/** The server requires a recent authentication. */
export function fetchOwnCopy(copy: OwnCopy): Promise<Blob> {
  const call =
    copy === 'zip'
      ? api.POST('/business/export', { parseAs: 'blob' })
      : api.POST('/business/customers/export', { body: { format: copy }, parseAs: 'blob' })
  return unwrap(call as unknown as Promise<{ data?: Blob }>)
}
