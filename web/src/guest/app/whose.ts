import { portalSession } from '@/api/portalSession'
import { keptSession } from '@/api/session'
import type { Address } from '@/lib/address'
import { pageAt } from './pages'

/** The business that an address names. */
export function businessNamed(address: Address): string | null {
  return address.searchParams.get('bid')?.trim() || null
}

/** Where somebody is signed in on this device, for the pages that speak of it while their address names no business. */
export function businessOnDevice(address: Address): string | null {
  if (businessNamed(address)) return null
  switch (pageAt(address)) {
    case 'portal':
      return portalSession()?.businessId || null
    case 'legal':
      return keptSession()?.businessId || portalSession()?.businessId || null
    default:
      return null
  }
}

/** Whether the portal of a business is open on this device. */
export function hasPortal(businessId: string | null): boolean {
  const id = businessId?.trim()
  return Boolean(id) && portalSession()?.businessId === id
}
