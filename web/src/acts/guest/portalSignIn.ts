import { answer } from '@/api/client'
import { portalApi } from '@/api/portalSession'
import { retryOnce } from '@/api/retryOnce'
import type { PortalSession } from '@/api/types'
import { randomId } from '@/lib/ids'
import { joinPhone } from '@/lib/phone'
import { codeRequestKey, type SignInInput } from '@/lib/signInStorage'
import { writeStored } from '@/lib/storage'

/** How a code comes. */
export type CodeWay = 'whatsapp' | 'email'

/** Who asks to be let in, and where. */
export interface CodeRecipient extends SignInInput {
  businessId: string | null
  way: CodeWay
}

/** A code that was asked for. Kept in the tab: people leave it to read their messages. */
export interface CodeRequest extends CodeRecipient {
  /** When the last code was asked for, in milliseconds. */
  at: number
  /** By which the server knows this browser again: nobody else's tries count for its code. */
  asker?: string
}

/** Remembers that a code was asked for. */
export function saveCodeRequest(request: CodeRequest): void {
  writeStored(codeRequestKey, request, 'tab')
}

/** Asks for a code and remembers having done so. */
export async function requestCode({
  phone,
  birthday,
  businessId,
  way,
  asker = randomId(),
}: CodeRecipient & Pick<CodeRequest, 'asker'>): Promise<CodeRequest> {
  await answer(
    portalApi.POST('/auth/customer/request', {
      body: { phone: joinPhone(phone), businessId, birthday: birthday || null, way, asker },
    }),
  )
  const request = { phone, birthday, businessId, way, at: Date.now(), asker }
  saveCodeRequest(request)
  return request
}

/**
 * Exchanges the code for a session; with the birthday, once it was asked for. An answer that was lost is asked for again:
 * this browser gets the same session.
 */
export function signInByCode(
  { phone, businessId, asker }: CodeRequest,
  code: string,
  birthday: string,
): Promise<PortalSession> {
  const body = { phone: joinPhone(phone), code, businessId, asker, ...(birthday && { birthday }) }
  return retryOnce(() => answer(portalApi.POST('/auth/customer/verify', { body })))
}

/** Takes the number off the record of its former owner, by the code that came to it. */
export const releasePhoneByCode = ({ phone, businessId, asker }: CodeRequest, code: string) =>
  answer(
    portalApi.POST('/auth/customer/release', { body: { phone: joinPhone(phone), code, businessId, asker } }),
  )
