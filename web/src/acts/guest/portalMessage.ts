import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { pollUntil } from '@/api/pollUntil'
import { portalApi } from '@/api/portalSession'
import { retryOnce } from '@/api/retryOnce'
import type { PortalSession, SignInTicket } from '@/api/types'
import { randomId } from '@/lib/ids'
import { pendingMessageKey } from '@/lib/signInStorage'
import { readStored, writeStored } from '@/lib/storage'

const messageLifetime = 10 * 60 * 1000

/** A message that is waited for. Kept in the tab: people leave it to write in WhatsApp. */
export type PendingMessage = Pick<SignInTicket, 'ticket' | 'link'> & {
  businessId: string | null
  /** When it was prepared, in milliseconds. */
  at: number
  /** By which the server knows this browser again: a session whose answer was lost is answered again. */
  asker?: string
}

/** The message to this business that this tab waits for and that may still come; null when there is none. */
export function readPendingMessage(businessId: string | null): PendingMessage | null {
  const message = (readStored(pendingMessageKey, 'tab') as Partial<PendingMessage> | null) ?? {}
  const { ticket, link, at, asker } = message
  if (!ticket || !link || message.businessId !== businessId) return null
  return typeof at === 'number' && Date.now() - at < messageLifetime
    ? { ticket, link, businessId, at, asker }
    : null
}

/** Prepares a message to send and remembers to wait for it. */
export async function prepareMessage(businessId: string | null): Promise<PendingMessage> {
  const { ticket, link } = await answer(portalApi.POST('/auth/customer/message', { body: { businessId } }))
  const message = { ticket, link, businessId, at: Date.now(), asker: randomId() }
  writeStored(pendingMessageKey, message, 'tab')
  return message
}

/**
 * Exchanges a ticket, for which a message has come, for a session, with the birthday that was asked for. A lost answer is
 * requested again: this browser gets the same session. Null where the message can no longer come.
 */
export async function signInByMessage(
  { ticket, asker }: PendingMessage,
  birthday: string,
): Promise<PortalSession | null> {
  const body = { ticket, asker, birthday }
  const { session } = await retryOnce(() => answer(portalApi.POST('/auth/customer/message/check', { body })))
  return session
}

/** Takes the number off the record of its former owner, by the message that came from it. */
export const releasePhoneByMessage = ({ ticket }: PendingMessage) =>
  answer(portalApi.POST('/auth/customer/release', { body: { ticket } }))

/**
 * The session, as soon as the message has come: `expired` when it can no longer come, `hidden` when it came from a
 * WhatsApp that hides its number, `birthday` when the birthday on file is asked for.
 */
export async function waitForMessage(
  { ticket, at, asker }: PendingMessage,
  signal: AbortSignal,
): Promise<PortalSession | 'expired' | 'hidden' | 'birthday'> {
  const ask = async () => {
    const { session } = await answer(
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
