import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { pollUntil } from '@/api/pollUntil'
import { portalApi } from '@/api/portalSession'
import { retryOnce } from '@/api/retryOnce'
import type { PortalSession, SignInTicket } from '@/api/types'
import { randomId } from '@/lib/ids'
import { pendingMessageKey } from '@/lib/signInStorage'
import { readStored, writeStored } from '@/lib/storage'

const messageLifetime = 10 * 60 * 1000

/**
 * The WhatsApp message that signs a customer in; the tab polls until it arrives. Stored, because
 * people leave the page to send it.
 */
export type PendingMessage = Pick<SignInTicket, 'ticket' | 'link'> & {
  businessId: string | null
  /** Milliseconds. */
  at: number
  /** Random id of this browser. Only this browser may repeat a request whose response was lost. */
  asker?: string
}

/** The business's message, or null if none is valid. */
export function readPendingMessage(businessId: string | null): PendingMessage | null {
  const message = (readStored(pendingMessageKey, 'tab') as Partial<PendingMessage> | null) ?? {}
  const { ticket, link, at, asker } = message
  if (!ticket || !link || message.businessId !== businessId) return null
  return typeof at === 'number' && Date.now() - at < messageLifetime
    ? { ticket, link, businessId, at, asker }
    : null
}

export async function prepareMessage(businessId: string | null): Promise<PendingMessage> {
  const { ticket, link } = await unwrap(portalApi.POST('/auth/customer/message', { body: { businessId } }))
  const message = { ticket, link, businessId, at: Date.now(), asker: randomId() }
  writeStored(pendingMessageKey, message, 'tab')
  return message
}

/** Signs in. Retries after a lost response. Returns null if the message has not arrived. */
export async function signInByMessage(
  { ticket, asker }: PendingMessage,
  birthday: string,
): Promise<PortalSession | null> {
  const body = { ticket, asker, birthday }
  const { session } = await retryOnce(() => unwrap(portalApi.POST('/auth/customer/message/check', { body })))
  return session
}

/** Releases the phone from its former owner's record. The message proves that the caller owns it now. */
export const releasePhoneByMessage = ({ ticket }: PendingMessage) =>
  unwrap(portalApi.POST('/auth/customer/release', { body: { ticket } }))

/**
 * Polls until the message arrives. `hidden`: WhatsApp hides the number. `birthday`: the customer
 * must enter the birthday.
 */
export async function waitForMessage(
  { ticket, at, asker }: PendingMessage,
  signal: AbortSignal,
): Promise<PortalSession | 'expired' | 'hidden' | 'birthday'> {
  const ask = async () => {
    const { session } = await unwrap(
      portalApi.POST('/auth/customer/message/check', { body: { ticket, asker } }),
    )
    return session
  }
  try {
    return (await pollUntil(ask, at + messageLifetime - Date.now(), signal)) ?? 'expired'
  } catch (error) {
    if (isApiError(error, 'BIRTHDAY_ASKED')) return 'birthday'
    return isApiError(error, 'PHONE_HIDDEN') ? 'hidden' : 'expired'
  }
}
