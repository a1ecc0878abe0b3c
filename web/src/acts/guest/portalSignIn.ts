import { unwrap } from '@/api/client'
import { portalApi } from '@/api/portalSession'
import { retryOnce } from '@/api/retryOnce'
import type { PortalSession } from '@/api/types'
import { randomId } from '@/lib/ids'
import { joinPhone } from '@/lib/phone'
import { codeRequestKey, type SignInInput } from '@/lib/signInStorage'
import { writeStored } from '@/lib/storage'

export type CodeWay = 'whatsapp' | 'email'

export interface CodeRecipient extends SignInInput {
  businessId: string | null
  way: CodeWay
}

/** Stored in the tab, because people leave the page to read their messages. */
export interface CodeRequest extends CodeRecipient {
  /** Milliseconds. */
  at: number
  /** Random id of this browser. Wrong codes entered in other browsers do not count against this code. */
  asker?: string
}

export function saveCodeRequest(request: CodeRequest): void {
  writeStored(codeRequestKey, request, 'tab')
}

export async function requestCode({
  phone,
  birthday,
  businessId,
  way,
  asker = randomId(),
}: CodeRecipient & Pick<CodeRequest, 'asker'>): Promise<CodeRequest> {
  await unwrap(
    portalApi.POST('/auth/customer/request', {
      body: { phone: joinPhone(phone), businessId, birthday: birthday || null, way, asker },
    }),
  )
  const request = { phone, birthday, businessId, way, at: Date.now(), asker }
  saveCodeRequest(request)
  return request
}

/** Signs in with the code. Retries after a lost response. */
export function signInByCode(
  { phone, businessId, asker }: CodeRequest,
  code: string,
  birthday: string,
): Promise<PortalSession> {
  const body = { phone: joinPhone(phone), code, businessId, asker, ...(birthday && { birthday }) }
  return retryOnce(() => unwrap(portalApi.POST('/auth/customer/verify', { body })))
}

export const releasePhoneByCode = ({ phone, businessId, asker }: CodeRequest, code: string) =>
  unwrap(
    portalApi.POST('/auth/customer/release', { body: { phone: joinPhone(phone), code, businessId, asker } }),
  )
