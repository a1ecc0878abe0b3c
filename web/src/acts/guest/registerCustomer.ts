import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import type { NewChild, OwnChild, RegisteredCustomer } from '@/api/types'

export interface RegistrationRequest {
  key: string
  body: string
}

/** Registers a customer. Other servers return only the id. */
export function registerCustomer({ key, body }: RegistrationRequest): Promise<Partial<RegisteredCustomer>> {
  return unwrap(
    publicApi.POST('/public/customers/register', {
      params: { header: { 'Idempotency-Key': key } },
      body: JSON.parse(body),
    }),
  )
}

/**
 * Registers a child with the token from the guardian's registration. Throws an error with the text `late` if
 * the token has expired, because there is no session to renew.
 */
export function registerChild(
  child: NewChild,
  { token, key, late }: { token: string; key: string; late: string },
): Promise<OwnChild> {
  return unwrap(
    publicApi.POST('/public/customers/children', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...child, registrationToken: token },
    }),
  ).catch((error: unknown) => {
    throw isApiError(error) && error.status === 401 ? new Error(late) : error
  })
}
