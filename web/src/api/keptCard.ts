import { readStored, writeStored } from '@/lib/storage'
import { keptKeys, portalSession } from './portalSession'
import type { Own } from './types'

/** The card of the customer who is signed in, as this device has seen it last. */
export interface KeptCard {
  own: Own
  /** When, in milliseconds. */
  at: number
}

/** What is kept of the customer who is signed in; of anybody else nothing is read. */
export function keptCard(): KeptCard | null {
  const kept = readStored(keptKeys.card) as (KeptCard & { of: string }) | null
  return kept && kept.of === whose() ? { own: kept.own, at: kept.at } : null
}

/** Keeps her card for when there is no network. Who she is must be known: another one may sign in on this device. */
export function keepCard(own: Own, at: number): void {
  const of = whose()
  if (of) writeStored(keptKeys.card, { of, own, at })
}

/** Her QR as it was kept from an address, as an address that needs no network; null where it was not. */
export function keptQr(address: string): string | null {
  const kept = readStored(keptKeys.qr) as { of: string; address: string; picture: string } | null
  return kept && kept.of === whose() && kept.address === address ? kept.picture : null
}

/** Fetches her QR and keeps it. Without an answer nothing is kept. */
export async function keepQr(address: string): Promise<void> {
  const of = whose()
  if (!of || keptQr(address)) return
  try {
    const answer = await fetch(address)
    if (!answer.ok) return
    const picture = await asAddress(await answer.blob())
    // She may have left meanwhile.
    if (of === whose()) writeStored(keptKeys.qr, { of, address, picture })
  } catch {
    return
  }
}

function whose(): string | null {
  return portalSession()?.customerId || null
}

function asAddress(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
