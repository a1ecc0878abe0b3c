import { readStored, removeStored, writeStored } from '@/lib/storage'
import { parseTokenClaims } from './tokenClaims'

const storageKey = 'axioma.clock-skew'

/** Smaller differences, in milliseconds, are response time. */
const smallest = 60_000

/** Stores the difference between this device's clock and the server's, from a fresh token. */
export function learnClockSkew(token: string): void {
  const { iat } = parseTokenClaims(token)
  if (typeof iat !== 'number') return
  const skew = Date.now() - iat * 1000
  if (Math.abs(skew) < smallest) removeStored(storageKey)
  else writeStored(storageKey, skew)
}

/** Returns the server's time as estimated, in milliseconds since 1970. */
export function serverNow(): number {
  const skew = readStored(storageKey)
  return Date.now() - (typeof skew === 'number' ? skew : 0)
}
