import { readStored, removeStored, writeStored } from '@/lib/storage'
import { texts } from './texts'

/** Why the session ended; shown at the sign-in. */
export type LeaveReason = keyof typeof texts.left

const storageKey = 'axioma.portal.left'

export function saveLeaveReason(why: LeaveReason): void {
  writeStored(storageKey, why, 'tab')
}

export function readLeaveReason(): LeaveReason | null {
  const why = readStored(storageKey, 'tab')
  return typeof why === 'string' && why in texts.left ? (why as LeaveReason) : null
}

export const clearLeaveReason = () => removeStored(storageKey, 'tab')
