import { decodeBase64Url } from '@/lib/base64url'
import type { ScannedCode } from '@/lib/qr'

/** The result of verifying a QR's signature offline. */
export type SignatureStatus = 'signed' | 'unsigned' | 'foreign'

/**
 * Verifies a QR's signature. `signed`: the QR belongs to a customer of the business, even if this device does not
 * know them. `unsigned`: an older QR without signature, which stays valid (decision 0029), or one that the
 * browser cannot verify. `foreign`: a QR of another business or with a wrong signature.
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
    const signedBytes = new TextEncoder().encode(`AXIOMA_CUSTOMER\n${businessId}\n${customerId}`)
    const holds = await crypto.subtle.verify(algorithm, key, decodeBase64Url(signature), signedBytes)
    return holds ? 'signed' : 'foreign'
  } catch {
    return 'unsigned'
  }
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
