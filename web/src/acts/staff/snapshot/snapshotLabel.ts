import type { KnownCustomer } from '@/api/types'

export function snapshotLabel({ name, phone }: KnownCustomer): string {
  const ending = /\d{2}$/.exec(phone ?? '')?.[0]
  return ending ? `${name} ··${ending}` : name
}
