import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import type { NewChild, OwnChild, RegisteredCustomer } from '@/api/types'

/** One form that was sent, and the key that makes it count once however often it is sent. */
export interface RegistrationRequest {
  key: string
  body: string
}

/** Registers a customer at a business. The answer need hold no more than the id. */
export function registerCustomer({ key, body }: RegistrationRequest): Promise<Partial<RegisteredCustomer>> {
  return answer(
    publicApi.POST('/public/customers/register', {
      params: { header: { 'Idempotency-Key': key } },
      body: JSON.parse(body),
    }),
  )
}

/**
 * Adds a child of a customer who has just registered, by the token of that. A token that holds no longer is no reason to
 * sign in anew, for nobody has signed in yet: then `late` is what is said.
 */
export function registerChild(
  child: NewChild,
  { token, key, late }: { token: string; key: string; late: string },
): Promise<OwnChild> {
  return answer(
    publicApi.POST('/public/customers/children', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...child, registrationToken: token },
    }),
  ).catch((error: unknown) => {
    throw isApiError(error) && error.status === 401 ? new Error(late) : error
  })
}
