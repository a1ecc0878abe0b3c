import { encodeBase64Url } from '@/lib/base64url'
import { sha256 } from '@/lib/sha256'

const hashedBytes = 12

/** Computes the same hash as the server's usecase.HashID. */
export function hashId(id: string): string {
  return encodeBase64Url(sha256(new TextEncoder().encode(id)).subarray(0, hashedBytes))
}
