import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'

const params = (id: string) => ({ params: { path: { id } } })

/** Returns the link to the WhatsApp message, `verified` for a verified phone, or null if the server offers no proof. */
export async function preparePhoneProof(id: string): Promise<{ link: string } | 'verified' | null> {
  const { verified, offered } = await unwrap(publicApi.GET('/public/customers/{id}/phone-proof', params(id)))
  if (verified) return 'verified'
  return offered ? unwrap(publicApi.POST('/public/customers/{id}/phone-proof', params(id))) : null
}

/**
 * Returns null while no message has arrived. `replaced` means that another browser proved the phone and
 * received a new QR.
 */
export async function fetchProofOutcome(id: string): Promise<'confirmed' | 'replaced' | 'hidden' | null> {
  try {
    const { verified, hidden } = await unwrap(publicApi.GET('/public/customers/{id}/phone-proof', params(id)))
    if (verified) return 'confirmed'
    return hidden ? 'hidden' : null
  } catch (error) {
    if (isApiError(error) && error.status === 404) return 'replaced'
    throw error
  }
}
