import { readStored, writeStored } from '@/lib/storage'
import { cacheKeys, readPortalSession } from './portalSession'
import type { Own } from './types'

export interface CachedCard {
  own: Own
  /** When the card was loaded, in milliseconds. */
  at: number
}

export function readCachedCard(): CachedCard | null {
  const cachedCard = readStored(cacheKeys.card) as (CachedCard & { of: string }) | null
  return cachedCard && cachedCard.of === customerId() ? { own: cachedCard.own, at: cachedCard.at } : null
}

/** Caches the card with the customer's id, because another customer may sign in. */
export function cacheCard(own: Own, at: number): void {
  const of = customerId()
  if (of) writeStored(cacheKeys.card, { of, own, at })
}

export function readCachedQr(address: string): string | null {
  const cachedQr = readStored(cacheKeys.qr) as { of: string; address: string; picture: string } | null
  return cachedQr && cachedQr.of === customerId() && cachedQr.address === address ? cachedQr.picture : null
}

/** Caches the picture of the QR. Does nothing on failure. */
export async function cacheQr(address: string): Promise<void> {
  const of = customerId()
  if (!of || readCachedQr(address)) return
  try {
    const answer = await fetch(address)
    if (!answer.ok) return
    const picture = await toDataUrl(await answer.blob())
    // The customer may have signed out meanwhile.
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
