import { createHmac } from 'node:crypto'
import type { KnownCustomer } from '@/api/types'

/** 32 bytes, as the server sends it. */
export const qrHashKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

export function serverHash(qrId: string, key = qrHashKey): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(qrId)
    .digest()
    .subarray(0, 12)
    .toString('base64url')
}

/** The QR's id is `qr-` and the customer's id. */
export function knownCustomer(id: string, fields: Partial<KnownCustomer> = {}): KnownCustomer {
  return {
    id,
    name: 'Ana',
    phone: '34•••••••42',
    stamps: 0,
    target: 10,
    owed: [],
    tag: null,
    qr: serverHash(`qr-${id}`),
    ...fields,
  }
}
