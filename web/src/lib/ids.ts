/** A new key for a request that must count once however often it is sent. */
export const newIdempotencyKey = randomId

/** What nobody guesses and nobody else has. */
export function randomId(): string {
  // randomUUID exists only on https pages, and a shop may reach its server by http in its own network.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
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
