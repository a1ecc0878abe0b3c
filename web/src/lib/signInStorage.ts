import type { PhoneParts } from './phone'
import { removeStored, writeStored } from './storage'

/** Under which the tab keeps what is typed before the portal's code is asked for. */
export const signInInputKey = 'axioma.portal.typed'

/** Under which the tab keeps the code that was asked for, and for which phone. */
export const codeRequestKey = 'axioma.portal.sign-in'

/** Under which the tab keeps the message that is waited for. */
export const pendingMessageKey = 'axioma.portal.message'

/** What is typed before the portal's code is asked for. */
export interface SignInInput {
  phone: PhoneParts
  birthday: string
}

/** Has a phone stand in the portal's form already when it is opened in this tab. */
export function prefillPhone(phone: PhoneParts): void {
  writeStored(signInInputKey, { phone, birthday: '' } satisfies SignInInput, 'tab')
}

/** Forgets the code that was asked for: another number is to be typed. */
export function clearCodeRequest(): void {
  removeStored(codeRequestKey, 'tab')
}

/** Forgets the message that is waited for: the person begins anew. */
export function clearPendingMessage(): void {
  removeStored(pendingMessageKey, 'tab')
}

/** Forgets all that was typed and is waited for: the person is in, or the next one comes. */
export function clearSignIn(): void {
  clearCodeRequest()
  clearPendingMessage()
  removeStored(signInInputKey, 'tab')
}
