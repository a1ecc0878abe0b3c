import type { ScannedCode } from '@/lib/qr'

/** What a code says of itself while the server cannot be asked. */
export type SignatureStatus = 'signed' | 'unsigned' | 'foreign'

/**
 * Whether the business has signed a customer's code: then it is hers, though this device has never heard of her. Older
 * codes have no signature and are worth as much (decision 0029); one that is of another business or signed by somebody
 * else is foreign. What cannot be verified counts as not signed.
 */
export async function verifySignature(
  code: ScannedCode,
  businessId: string,
  qrKey: string,
): Promise<SignatureStatus> {
  const { customerId, signature } = code
  if (code.businessId && businessId && code.businessId !== businessId) return 'foreign'
  if (!signature || !qrKey || !businessId) return 'unsigned'
  try {
    const key = await crypto.subtle.importKey('raw', decodeBase64Url(qrKey), curve, false, ['verify'])
    const signed = new TextEncoder().encode(`AXIOMA_CUSTOMER\n${businessId}\n${customerId}`)
    const holds = await crypto.subtle.verify(algorithm, key, decodeBase64Url(signature), signed)
    return holds ? 'signed' : 'foreign'
  } catch {
    return 'unsigned'
  }
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
