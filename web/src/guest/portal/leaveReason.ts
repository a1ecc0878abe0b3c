import { readStored, removeStored, writeStored } from '@/lib/storage'
import { texts } from './texts'

/** Why the portal was left, where that is to be said at the sign-in. */
export type LeaveReason = keyof typeof texts.left

const storageKey = 'axioma.portal.left'

/** Has the sign-in of this tab say why the portal was left. */
export function saveLeaveReason(why: LeaveReason): void {
  writeStored(storageKey, why, 'tab')
}

/** Why the portal was left in this tab; null where there is nothing to say. */
export function readLeaveReason(): LeaveReason | null {
  const why = readStored(storageKey, 'tab')
  return typeof why === 'string' && why in texts.left ? (why as LeaveReason) : null
}

/** Says it once. */
export const clearLeaveReason = () => removeStored(storageKey, 'tab')
