import { readStored, removeStored, writeStored } from '@/lib/storage'
import { texts } from './texts'

/** Why the portal was left, where that is to be said at the sign-in. */
export type Leaving = keyof typeof texts.left

const storageKey = 'axioma.portal.left'

/** Has the sign-in of this tab say why the portal was left. */
export function tellLeaving(why: Leaving): void {
  writeStored(storageKey, why, 'tab')
}

/** Why the portal was left in this tab; null where there is nothing to say. */
export function leavingTold(): Leaving | null {
  const why = readStored(storageKey, 'tab')
  return typeof why === 'string' && why in texts.left ? (why as Leaving) : null
}

/** Says it once. */
export const forgetLeaving = () => removeStored(storageKey, 'tab')
