/**
 * A new key for a request that must count once however often it is sent: a UUID of version 7 (RFC 9562) without its
 * dashes. It begins with the time, so that the server's database adds each key where the one before lies. The 74 random
 * bits that follow keep it apart from all others, whatever this device's clock says.
 */
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

/** What nobody guesses and nobody else has, and what does not tell when it was made. */
export function randomId(): string {
  return inHex(randomBytes())
}

function randomBytes() {
  // randomUUID exists only on https pages, and a shop may reach its server by http in its own network.
  return crypto.getRandomValues(new Uint8Array(16))
}

function inHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the text could be a customer's id. */
export function looksLikeId(text: string): boolean {
  return /^[A-Za-z0-9_-]{10,}$/.test(text)
}

/** The beginning of an id, for file names. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}
