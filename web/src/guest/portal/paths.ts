import type { Address } from '@/lib/address'

const home = '/portal/points'

/** Returns the sign-in path, of a business if known. */
export function signInPath(businessId: string | null): string {
  return businessId ? `/portal?bid=${encodeURIComponent(businessId)}` : '/portal'
}

/** The portal page in `next`, or the points. */
export function nextPath(address: Address): string {
  const next = address.searchParams.get('next') ?? ''
  return /^\/portal\/[a-z]+$/.test(next) ? next : home
}

/** The address comes from the QR page. */
export function requiresBirthday(address: Address): boolean {
  return address.searchParams.get('next') === home
}
