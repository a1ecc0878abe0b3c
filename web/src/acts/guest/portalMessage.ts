import { askedAgain } from '@/api/askedAgain'
import { askUntil } from '@/api/askUntil'
import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { portalApi } from '@/api/portalSession'
import type { PortalSession, SignInTicket } from '@/api/types'
import { awaitedKey } from '@/lib/applicant'
import { randomId } from '@/lib/ids'
import { readStored, writeStored } from '@/lib/storage'

const messageHolds = 10 * 60 * 1000

/** A message that is waited for. Kept in the tab: people leave it to write in WhatsApp. */
export type Awaited = Pick<SignInTicket, 'ticket' | 'link'> & {
  businessId: string | null
  /** When it was prepared, in milliseconds. */
  at: number
  /** By which the server knows this browser again: a session whose answer was lost is answered again. */
  asker?: string
}

/** The message to this business that this tab waits for and that may still come; null when there is none. */
export function messageAwaited(businessId: string | null): Awaited | null {
  const awaited = (readStored(awaitedKey, 'tab') as Partial<Awaited> | null) ?? {}
  const { ticket, link, at, asker } = awaited
  if (!ticket || !link || awaited.businessId !== businessId) return null
  return typeof at === 'number' && Date.now() - at < messageHolds
    ? { ticket, link, businessId, at, asker }
    : null
}

/** Prepares a message to send and remembers to wait for it. */
export async function prepareMessage(businessId: string | null): Promise<Awaited> {
  const { ticket, link } = await answer(portalApi.POST('/auth/customer/message', { body: { businessId } }))
  const awaited = { ticket, link, businessId, at: Date.now(), asker: randomId() }
  writeStored(awaitedKey, awaited, 'tab')
  return awaited
}

/**
 * Exchanges a ticket, for which a message has come, for a session, with the birthday that was asked for. A lost answer is
 * requested again: this browser gets the same session. Null where the message can no longer come.
 */
export async function enterByMessage(
  { ticket, asker }: Awaited,
  birthday: string,
): Promise<PortalSession | null> {
  const body = { ticket, asker, birthday }
  const { session } = await askedAgain(() => answer(portalApi.POST('/auth/customer/message/check', { body })))
  return session
}

/** Takes the number off the record of its former owner, by the message that came from it. */
export const releaseByMessage = ({ ticket }: Awaited) =>
  answer(portalApi.POST('/auth/customer/release', { body: { ticket } }))

/**
 * The session, as soon as the message has come: `expired` when it can no longer come, `hidden` when it came from a
 * WhatsApp that hides its number, `birthday` when the birthday on file is asked for.
 */
export async function sessionByMessage(
  { ticket, at, asker }: Awaited,
  signal: AbortSignal,
): Promise<PortalSession | 'expired' | 'hidden' | 'birthday'> {
  const ask = async () => {
    const { session } = await answer(
      portalApi.POST('/auth/customer/message/check', { body: { ticket, asker } }),
    )
    return session
  }
  try {
    return (await askUntil(ask, at + messageHolds - Date.now(), signal)) ?? 'expired'
  } catch (error) {
    if (isApiError(error, 'BIRTHDAY_ASKED')) return 'birthday'
    return isApiError(error, 'PHONE_HIDDEN') ? 'hidden' : 'expired'
  }
}
