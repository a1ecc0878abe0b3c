/** A UUID version 7 (RFC 9562) without dashes. The time at its start keeps database inserts adjacent. */
export function newIdempotencyKey(): string {
  const key = randomBytes()
  const fields = new DataView(key.buffer)
  const now = Date.now()
  fields.setUint16(0, now / 2 ** 32)
  fields.setUint32(2, now)
  fields.setUint8(6, 0x70 | (fields.getUint8(6) & 0x0f))
  fields.setUint8(8, 0x80 | (fields.getUint8(8) & 0x3f))
  return inHex(key)
}

/** An unguessable id without a timestamp. */
export function randomId(): string {
  return inHex(randomBytes())
}

function randomBytes() {
  // Not randomUUID, which needs https: a business may use http in its own network.
  return crypto.getRandomValues(new Uint8Array(16))
}

function inHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function looksLikeId(text: string): boolean {
  return /^[A-Za-z0-9_-]{10,}$/.test(text)
}

export function shortId(id: string): string {
  return id.slice(0, 8)
}
