import { readStored, removeStored, writeStored } from '@/lib/storage'
import { parseTokenClaims } from './tokenClaims'

const storageKey = 'axioma.clock-skew'

/** Below this many milliseconds a difference is the time that an answer takes. */
const smallest = 60_000

/** Learns from a token that the server has just issued how far this device's clock is ahead of the server's. */
export function learnClockSkew(token: string): void {
  const { iat } = parseTokenClaims(token)
  if (typeof iat !== 'number') return
  const skew = Date.now() - iat * 1000
  if (Math.abs(skew) < smallest) removeStored(storageKey)
  else writeStored(storageKey, skew)
}

/** The server's time as far as this device knows it, in milliseconds since 1970. */
export function serverNow(): number {
  const skew = readStored(storageKey)
  return Date.now() - (typeof skew === 'number' ? skew : 0)
}
