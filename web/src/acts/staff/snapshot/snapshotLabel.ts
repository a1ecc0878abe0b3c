import type { KnownCustomer } from '@/api/types'

/** snapshotLabel tells customers of the same first name apart: 'Manuel R. ··78'. */
export function snapshotLabel({ name, phone }: KnownCustomer): string {
  const ending = /\d{2}$/.exec(phone ?? '')?.[0]
  return ending ? `${name} ··${ending}` : name
}
