import { isNamedDevice } from '@/api/namedDevice'
import { readStoredSession } from '@/api/session'
import type { RegisteredCustomer } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

/** The customer of one business to whom this device belongs: the id of their QR, and nothing else of them. */
type DeviceOwner = Pick<RegisteredCustomer, 'id'>

const keyOf = (businessId: string) => `axioma.card.${businessId}`

/** On a device that several people share the next person must not see the card of the last. */
const shared = { shared: true }

/** The one customer who registered at a business on this device; null without one, or with several. */
export function readDeviceOwner(businessId: string): DeviceOwner | null {
  const stored = readStored(keyOf(businessId)) as Partial<DeviceOwner> | null
  return typeof stored?.id === 'string' ? { id: stored.id } : null
}

/** Keeps who registered, unless the device is the staff's or somebody else has registered on it. */
export function saveDeviceOwner({ id, businessId }: RegisteredCustomer): void {
  if (isNamedDevice() || readStoredSession()) return
  const isAnother = readStored(keyOf(businessId)) !== null && readDeviceOwner(businessId)?.id !== id
  writeStored(keyOf(businessId), isAnother ? shared : { id })
}

/** Notes that the next person registers on the same device. */
export function markDeviceShared(businessId: string): void {
  if (readDeviceOwner(businessId)) writeStored(keyOf(businessId), shared)
}

/** Forgets a customer whose QR opens nothing any more. */
export function forgetDeviceOwner(businessId: string, id: string): void {
  if (readDeviceOwner(businessId)?.id === id) removeStored(keyOf(businessId))
}
