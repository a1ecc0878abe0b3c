import type { Address } from '@/lib/address'

const home = '/portal/points'

/** Where the portal asks who one is; `businessId` is where one is a customer, if known. */
export function signInPath(businessId: string | null): string {
  return businessId ? `/portal?bid=${encodeURIComponent(businessId)}` : '/portal'
}

/** Where to go once signed in: what the address asks for, if it is a page of the portal. */
export function nextPath(address: Address): string {
  const next = address.searchParams.get('next') ?? ''
  return /^\/portal\/[a-z]+$/.test(next) ? next : home
}

/** Whether whoever comes by this address is to give the birth date too: she comes from the page with the QR. */
export function requiresBirthday(address: Address): boolean {
  return address.searchParams.get('next') === home
}
