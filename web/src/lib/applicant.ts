import type { PhoneParts } from './phone'
import { removeStored, writeStored } from './storage'

/** Under which the tab keeps what is typed before the portal's code is asked for. */
export const typedKey = 'axioma.portal.typed'

/** Under which the tab keeps the code that was asked for, and for which phone. */
export const askedKey = 'axioma.portal.sign-in'

/** Under which the tab keeps the message that is waited for. */
export const awaitedKey = 'axioma.portal.message'

/** What is typed before the portal's code is asked for. */
export interface Typed {
  phone: PhoneParts
  birthday: string
}

/** Has a phone stand in the portal's form already when it is opened in this tab. */
export function typeAhead(phone: PhoneParts): void {
  writeStored(typedKey, { phone, birthday: '' } satisfies Typed, 'tab')
}

/** Forgets the code that was asked for: another number is to be typed. */
export function forgetCode(): void {
  removeStored(askedKey, 'tab')
}

/** Forgets the message that is waited for: the person begins anew. */
export function forgetMessage(): void {
  removeStored(awaitedKey, 'tab')
}

/** Forgets all that was typed and is waited for: the person is in, or the next one comes. */
export function forgetApplicant(): void {
  forgetCode()
  forgetMessage()
  removeStored(typedKey, 'tab')
}
