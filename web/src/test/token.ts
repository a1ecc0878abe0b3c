/** A token with an invalid signature. */
export function tokenWith(claims: Record<string, unknown>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const base64 = btoa(String.fromCharCode(...bytes))
  return `head.${base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}.signature`
}

/** Seconds since 1970, `offset` seconds from now. */
export function inSeconds(offset: number): number {
  return Math.floor(Date.now() / 1000) + offset
}
