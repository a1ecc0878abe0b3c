import { askedAgain } from '@/api/askedAgain'
import { answer } from '@/api/client'
import { portalApi } from '@/api/portalSession'
import type { PortalSession } from '@/api/types'
import { askedKey, type Typed } from '@/lib/applicant'
import { randomId } from '@/lib/ids'
import { joinPhone } from '@/lib/phone'
import { writeStored } from '@/lib/storage'

/** How a code comes. */
export type CodeWay = 'whatsapp' | 'email'

/** Who asks to be let in, and where. */
export interface Applicant extends Typed {
  businessId: string | null
  way: CodeWay
}

/** A code that was asked for. Kept in the tab: people leave it to read their messages. */
export interface Asked extends Applicant {
  /** When the last code was asked for, in milliseconds. */
  at: number
  /** By which the server knows this browser again: nobody else's tries count for its code. */
  asker?: string
}

/** Remembers that a code was asked for. */
export function keepAsked(asked: Asked): void {
  writeStored(askedKey, asked, 'tab')
}

/** Asks for a code and remembers having done so. */
export async function askForCode({
  phone,
  birthday,
  businessId,
  way,
  asker = randomId(),
}: Applicant & Pick<Asked, 'asker'>): Promise<Asked> {
  await answer(
    portalApi.POST('/auth/customer/request', {
      body: { phone: joinPhone(phone), businessId, birthday: birthday || null, way, asker },
    }),
  )
  const asked = { phone, birthday, businessId, way, at: Date.now(), asker }
  keepAsked(asked)
  return asked
}

/**
 * Exchanges the code for a session; with the birthday, once it was asked for. An answer that was lost is asked for again:
 * this browser gets the same session.
 */
export function enter(
  { phone, businessId, asker }: Asked,
  code: string,
  birthday: string,
): Promise<PortalSession> {
  const body = { phone: joinPhone(phone), code, businessId, asker, ...(birthday && { birthday }) }
  return askedAgain(() => answer(portalApi.POST('/auth/customer/verify', { body })))
}

/** Takes the number off the record of its former owner, by the code that came to it. */
export const releaseByCode = ({ phone, businessId, asker }: Asked, code: string) =>
  answer(
    portalApi.POST('/auth/customer/release', { body: { phone: joinPhone(phone), code, businessId, asker } }),
  )
