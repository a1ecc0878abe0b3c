import { readStored, removeStored, writeStored } from '@/lib/storage'
import { parseTokenClaims } from './tokenClaims'

const storageKey = 'axioma.clock-skew'

/** Milliseconds; smaller differences are response time. */
const smallest = 60_000

/** Needs a fresh token. */
export function learnClockSkew(token: string): void {
  const { iat } = parseTokenClaims(token)
  if (typeof iat !== 'number') return
  const skew = Date.now() - iat * 1000
  if (Math.abs(skew) < smallest) removeStored(storageKey)
  else writeStored(storageKey, skew)
}

/** Estimated milliseconds since 1970. */
export function serverNow(): number {
  const skew = readStored(storageKey)
  return Date.now() - (typeof skew === 'number' ? skew : 0)
}
