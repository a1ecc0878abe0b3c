import type { PhoneParts } from './phone'
import { removeStored, writeStored } from './storage'

/** Under which the tab keeps what is typed before the portal's code is asked for. */
export const typedKey = 'axioma.portal.typed'

/** What is typed before the portal's code is asked for. */
export interface Typed {
  phone: PhoneParts
  birthday: string
}

/** Has a phone stand in the portal's form already when it is opened in this tab. */
export function typeAhead(phone: PhoneParts): void {
  writeStored(typedKey, { phone, birthday: '' } satisfies Typed, 'tab')
}

/** Forgets the phone that stands in the portal's form: the next person has another. */
export function forgetTyped(): void {
  removeStored(typedKey, 'tab')
}
