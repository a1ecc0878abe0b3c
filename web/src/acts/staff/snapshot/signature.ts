import { decodeBase64Url } from '@/lib/base64url'
import type { ScannedCode } from '@/lib/qr'

/** What the signature proves without the server. */
export type SignatureStatus = 'signed' | 'unsigned' | 'foreign'

/**
 * A signed QR belongs to a customer of the business even if this device does not know them. Older QRs have
 * no signature and stay valid (decision 0029). A QR with a wrong signature or of another business is
 * foreign. A signature that cannot be verified counts as none.
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
