import { readStored, writeStored } from '@/lib/storage'
import { cacheKeys, readPortalSession } from './portalSession'
import type { Own } from './types'

/** The card of the customer who is signed in, as this device has seen it last. */
export interface CachedCard {
  own: Own
  /** When, in milliseconds. */
  at: number
}

/** What is kept of the customer who is signed in; of anybody else nothing is read. */
export function readCachedCard(): CachedCard | null {
  const cached = readStored(cacheKeys.card) as (CachedCard & { of: string }) | null
  return cached && cached.of === customerId() ? { own: cached.own, at: cached.at } : null
}

/** Keeps her card for when there is no network. Who she is must be known: another one may sign in on this device. */
export function cacheCard(own: Own, at: number): void {
  const of = customerId()
  if (of) writeStored(cacheKeys.card, { of, own, at })
}

/** Her QR as it was kept from an address, as an address that needs no network; null where it was not. */
export function readCachedQr(address: string): string | null {
  const cached = readStored(cacheKeys.qr) as { of: string; address: string; picture: string } | null
  return cached && cached.of === customerId() && cached.address === address ? cached.picture : null
}

/** Fetches her QR and keeps it. Without an answer nothing is kept. */
export async function cacheQr(address: string): Promise<void> {
  const of = customerId()
  if (!of || readCachedQr(address)) return
  try {
    const answer = await fetch(address)
    if (!answer.ok) return
    const picture = await toDataUrl(await answer.blob())
    // She may have left meanwhile.
    if (of === customerId()) writeStored(cacheKeys.qr, { of, address, picture })
  } catch {
    return
  }
}

function customerId(): string | null {
  return readPortalSession()?.customerId || null
}

function toDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
