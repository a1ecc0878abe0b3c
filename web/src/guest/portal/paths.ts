import type { Address } from '@/lib/address'

const home = '/portal/points'

export function signInPath(businessId: string | null): string {
  return businessId ? `/portal?bid=${encodeURIComponent(businessId)}` : '/portal'
}

/** Returns the portal page in `next`, or 'Mis puntos'. */
export function nextPath(address: Address): string {
  const next = address.searchParams.get('next') ?? ''
  return /^\/portal\/[a-z]+$/.test(next) ? next : home
}

/** True if the customer comes from the fixed business's QR page. */
export function requiresBirthday(address: Address): boolean {
  return address.searchParams.get('next') === home
}
