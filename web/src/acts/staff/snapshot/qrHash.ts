import { decodeBase64Url, encodeBase64Url } from '@/lib/base64url'
import { hmacSha256 } from '@/lib/sha256'

const hashedBytes = 12

/** Computes the same hash as the server's usecase.QRHasher. */
export function hashQr(qrId: string, hashKey: string): string {
  return encodeBase64Url(hmacSha256(decodeBase64Url(hashKey), qrId).subarray(0, hashedBytes))
}
