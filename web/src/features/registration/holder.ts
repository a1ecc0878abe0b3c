import type { RegisteredCustomer } from '@/api/types'
import { readStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.qr'

/** Whose QR is shown. Name and phone are known only on the device that registered it: an id alone tells neither. */
export type Holder = Pick<RegisteredCustomer, 'id'> & Partial<Pick<RegisteredCustomer, 'name' | 'phone'>>

/** The customer who registered on this device last. */
function keptHolder(): Holder | null {
  const stored = readStored(storageKey) as Partial<Holder> | null
  return typeof stored?.id === 'string' ? (stored as Holder) : null
}

/** Remembers who has registered. */
export function keepHolder({ id, name, phone }: RegisteredCustomer): Holder {
  const holder = { id, name, phone }
  writeStored(storageKey, holder)
  return holder
}

/** The customer whom the address names, else the one of this device. */
export function holderAt(address: URL): Holder | null {
  const cid = address.searchParams.get('cid')?.trim()
  const kept = keptHolder()
  return cid && cid !== kept?.id ? { id: cid } : kept
}
