import type { KnownCustomer } from '@/api/types'

/** What tells a customer apart from others of the same first name: 'Manuel R. ··78'. */
export function snapshotLabel({ name, phone }: KnownCustomer): string {
  const ending = /\d{2}$/.exec(phone ?? '')?.[0]
  return ending ? `${name} ··${ending}` : name
}
