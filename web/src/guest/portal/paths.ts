import type { Address } from '@/lib/address'

const home = '/portal/points'

export function signInPath(businessId: string | null): string {
  return businessId ? `/portal?bid=${encodeURIComponent(businessId)}` : '/portal'
}

/** Leads to the portal page in `next`, or to the points. */
export function nextPath(address: Address): string {
  const next = address.searchParams.get('next') ?? ''
  return /^\/portal\/[a-z]+$/.test(next) ? next : home
}

/** True when the address comes from the QR page. */
export function requiresBirthday(address: Address): boolean {
  return address.searchParams.get('next') === home
}
