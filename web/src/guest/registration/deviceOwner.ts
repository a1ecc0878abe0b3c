import { isNamedDevice } from '@/api/namedDevice'
import { readStoredSession } from '@/api/session'
import type { RegisteredCustomer } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

/** The customer of this device. Only the id is stored. */
type DeviceOwner = Pick<RegisteredCustomer, 'id'>

const keyOf = (businessId: string) => `axioma.card.${businessId}`

/** Stored instead of an id on a shared device, which must show no card to the next person. */
const shared = { shared: true }

/** The customer of this device; null if none is stored or the device is shared. */
export function readDeviceOwner(businessId: string): DeviceOwner | null {
  const storedOwner = readStored(keyOf(businessId)) as Partial<DeviceOwner> | null
  return typeof storedOwner?.id === 'string' ? { id: storedOwner.id } : null
}

/** Stores the customer, unless staff use the device. A second customer makes the device shared. */
export function saveDeviceOwner({ id, businessId }: RegisteredCustomer): void {
  if (isNamedDevice() || readStoredSession()) return
  const isAnother = readStored(keyOf(businessId)) !== null && readDeviceOwner(businessId)?.id !== id
  writeStored(keyOf(businessId), isAnother ? shared : { id })
}

export function markDeviceShared(businessId: string): void {
  if (readDeviceOwner(businessId)) writeStored(keyOf(businessId), shared)
}

export function forgetDeviceOwner(businessId: string, id: string): void {
  if (readDeviceOwner(businessId)?.id === id) removeStored(keyOf(businessId))
}
