import type { PhoneParts } from './phone'
import { removeStored, writeStored } from './storage'

export const signInInputKey = 'axioma.portal.typed'

export const codeRequestKey = 'axioma.portal.sign-in'

export const pendingMessageKey = 'axioma.portal.message'

export interface SignInInput {
  phone: PhoneParts
  birthday: string
}

export function prefillPhone(phone: PhoneParts): void {
  writeStored(signInInputKey, { phone, birthday: '' } satisfies SignInInput, 'tab')
}

export function clearCodeRequest(): void {
  removeStored(codeRequestKey, 'tab')
}

export function clearPendingMessage(): void {
  removeStored(pendingMessageKey, 'tab')
}

export function clearSignIn(): void {
  clearCodeRequest()
  clearPendingMessage()
  removeStored(signInInputKey, 'tab')
}
