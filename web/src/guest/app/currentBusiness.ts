import { readPortalSession } from '@/api/portalSession'
import { readStoredSession } from '@/api/session'
import type { Address } from '@/lib/address'
import { pageNameAt } from './routes'

export function businessInAddress(address: Address): string | null {
  return address.searchParams.get('bid')?.trim() || null
}

/** The business of this device's session, for pages whose address names none. */
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

/** True if this device is signed in to the portal of the business. */
export function isPortalOpen(businessId: string | null): boolean {
  const id = businessId?.trim()
  return Boolean(id) && readPortalSession()?.businessId === id
}
