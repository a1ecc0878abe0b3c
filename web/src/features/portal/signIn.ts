import { answer } from '@/api/client'
import { ApiError, isApiError } from '@/api/error'
import type { PortalSession } from '@/api/types'
import { errorText } from '@/lib/errors'
import { randomId } from '@/lib/ids'
import { joinPhone, type PhoneParts } from '@/lib/phone'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { sayWait } from '@/lib/waits'
import { portalApi } from './session'
import { texts } from './texts'

const storageKey = 'axioma.portal.sign-in'

/** Under which the tab keeps what is typed before a code is asked for. */
export const typedKey = 'axioma.portal.typed'

/** What is typed before a code is asked for. */
export interface Typed {
  phone: PhoneParts
  birthday: string
}

/** Who asks to be let in, and where. */
export interface Applicant extends Typed {
  businessId: string | null
}

/** A code that was asked for. Kept in the tab: people leave it to read their WhatsApp. */
export interface Asked extends Applicant {
  /** When the last code was asked for, in milliseconds. */
  at: number
  /** By which the server knows this browser again: nobody else's tries count for its code. */
  asker?: string
}

const codeHolds = 10 * 60 * 1000

/** The code of this business that was asked for in this tab and may still be on its way; null when there is none. */
export function codeAsked(businessId: string | null): Asked | null {
  const asked = readStored(storageKey, 'tab') as Partial<Asked> | null
  if (!asked?.phone || asked.businessId !== businessId) return null
  return typeof asked.at === 'number' && Date.now() - asked.at < codeHolds
    ? { phone: asked.phone, birthday: asked.birthday ?? '', businessId, at: asked.at, asker: asked.asker }
    : null
}

/** Asks for a code and remembers having done so. */
export async function askForCode({
  phone,
  birthday,
  businessId,
  asker = randomId(),
}: Applicant & Pick<Asked, 'asker'>): Promise<Asked> {
  await answer(
    portalApi.POST('/auth/customer/request', {
      body: { phone: joinPhone(phone), businessId, birthday: birthday || null, asker },
    }),
  )
  const asked = { phone, birthday, businessId, at: Date.now(), asker }
  writeStored(storageKey, asked, 'tab')
  return asked
}

/** Forgets the code: another number is to be typed. */
export function forgetCode(): void {
  removeStored(storageKey, 'tab')
}

/** Forgets the code and the number: the person is in. */
export function forgetApplicant(): void {
  forgetCode()
  removeStored(typedKey, 'tab')
}

/** Exchanges the code for a session. */
export function enter({ phone, businessId, asker }: Asked, code: string): Promise<PortalSession> {
  return answer(
    portalApi.POST('/auth/customer/verify', { body: { phone: joinPhone(phone), code, businessId, asker } }),
  )
}

/** What is told of a step that did not succeed. */
export interface Refusal {
  title: string
  detail: string
  /** What is wrong with each field, by its name. */
  fields: Readonly<Record<string, string>>
}

/** Tells why a step did not succeed and what to do. */
export function describeRefusal(error: unknown, title: string): Refusal {
  if (isApiError(error) && error.status === 429) {
    return { title: texts.signIn.tooMany, detail: texts.signIn.wait(sayWait(error.retryAfter)), fields: {} }
  }
  return { title, detail: errorText(error), fields: error instanceof ApiError ? error.fieldErrors : {} }
}
