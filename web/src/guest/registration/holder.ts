import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import type { PassLinks, Progress, RegisteredCustomer } from '@/api/types'
import { passLinksOf } from '@/api/walletLinks'
import type { Address } from '@/lib/address'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { useFetch } from '@/lib/useFetch'
import { forgetDeviceOwner } from './deviceOwner'

const storageKey = 'axioma.qr'

/** The customer of a shown QR. Only the registering browser knows name and phone in full. */
export type Holder = Pick<RegisteredCustomer, 'id'> & {
  name?: string
  phone?: string | null
  /** The card's progress; only the browser that registered the customer gets it. */
  progress?: Progress | null
} & Partial<PassLinks>

function readHolder(): Holder | null {
  const storedHolder = readStored(storageKey) as Partial<Holder> | null
  return typeof storedHolder?.id === 'string' ? (storedHolder as Holder) : null
}

/** Stores the customer on the device, without the links to passes, which each page fetches. */
export function saveHolder({ id, name, phone, ...response }: RegisteredCustomer): Holder {
  const holder = { id, name, phone }
  writeStored(storageKey, holder)
  return { ...holder, ...passLinksOf(response) }
}

export function forgetHolder({ id }: Holder): void {
  if (readHolder()?.id === id) removeStored(storageKey)
}

/** Prefers the customer in the address to the one stored on this device. */
export function holderFor(address: Address): Holder | null {
  const cid = address.searchParams.get('cid')?.trim()
  const storedHolder = readHolder()
  return cid && cid !== storedHolder?.id ? { id: cid } : storedHolder
}

/** The customer of the QR; `notFound` if unknown. While loading, `knownHolder`, or null without its name. */
export function useHolder(knownHolder: Holder, businessId: string): Holder | 'notFound' | null {
  const ask = async () => {
    const fetchedHolder = await fetchHolder(knownHolder, businessId)
    if (fetchedHolder === 'notFound') {
      forgetHolder(knownHolder)
      forgetDeviceOwner(businessId, knownHolder.id)
    }
    return fetchedHolder
  }
  const { data } = useFetch(ask, { key: `${businessId} ${knownHolder.id}` })
  return data ?? (knownHolder.name ? knownHolder : null)
}

/** Fetches the customer. After a failure, returns the known fields. */
async function fetchHolder(knownHolder: Holder, businessId: string): Promise<Holder | 'notFound'> {
  try {
    const response = await unwrap(
      publicApi.GET('/public/customers/{id}', { params: { path: { id: knownHolder.id } } }),
    )
    if (response.businessId !== businessId) return 'notFound'
    return {
      id: knownHolder.id,
      name: knownHolder.name ?? response.name,
      phone: knownHolder.phone ?? response.phone,
      progress: response.progress,
      ...passLinksOf(response),
    }
  } catch (error) {
    return isApiError(error, 'CUSTOMER_NOT_FOUND') ? 'notFound' : knownHolder
  }
}
