import { readPortalSession } from '@/api/portalSession'
import { readStoredSession } from '@/api/session'
import type { Address } from '@/lib/address'
import { pageNameAt } from './routes'

/** The business that an address names. */
export function businessInAddress(address: Address): string | null {
  return address.searchParams.get('bid')?.trim() || null
}

/** Where somebody is signed in on this device, for the pages that speak of it while their address names no business. */
export function signedInBusiness(address: Address): string | null {
  if (businessInAddress(address)) return null
  switch (pageNameAt(address)) {
    case 'portal':
      return readPortalSession()?.businessId || null
    case 'legal':
      return readStoredSession()?.businessId || readPortalSession()?.businessId || null
    default:
      return null
  }
}

/** Whether the portal of a business is open on this device. */
export function isPortalOpen(businessId: string | null): boolean {
  const id = businessId?.trim()
  return Boolean(id) && readPortalSession()?.businessId === id
}
