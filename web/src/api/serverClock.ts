import { readStored, removeStored, writeStored } from '@/lib/storage'
import { parseTokenClaims } from './tokenClaims'

const storageKey = 'axioma.clock-skew'

/** Milliseconds. A smaller difference is ignored, because it may be response time. */
const smallest = 60_000

/** Compares this device's clock with the token's time of issue. The token must be new. */
export function learnClockSkew(token: string): void {
  const { iat } = parseTokenClaims(token)
  if (typeof iat !== 'number') return
  const skew = Date.now() - iat * 1000
  if (Math.abs(skew) < smallest) removeStored(storageKey)
  else writeStored(storageKey, skew)
}

/** Estimated server time in milliseconds since 1970. */
export function serverNow(): number {
  const skew = readStored(storageKey)
  return Date.now() - (typeof skew === 'number' ? skew : 0)
}
