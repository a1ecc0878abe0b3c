import type { SessionOwner } from '@/api/session'
import type { Role } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.place'

/** Keeps, in the tab, where somebody was whose session is over. */
export function saveReturnPath({ email, role }: SessionOwner, path: string): void {
  if (isAppPath(path)) writeStored(storageKey, { email, role, place: path }, 'tab')
}

/** Where to go on after signing in; null for somebody else, and for who reaches elsewhere since. */
export function takeReturnPath(signedIn: SessionOwner): string | null {
  const kept = readStored(storageKey, 'tab')
  clearReturnPath()
  if (typeof kept !== 'object' || kept === null) return null
  const { email, role, place: path } = kept as Record<string, unknown>
  if (email !== signedIn.email || role !== signedIn.role) return null
  return typeof path === 'string' && isAppPath(path) ? path : null
}

export function clearReturnPath(): void {
  removeStored(storageKey, 'tab')
}

/** Whether it is a screen of signed-in people, and so of this app. */
function isAppPath(path: string): boolean {
  return /^\/(app|staff|cpanel)(?![^/?#])/.test(path)
}

/** Where a person lands after signing in. */
export function homePathOf(role: Role): '/cpanel' | '/app' {
  return role === 'SUPERADMIN' ? '/cpanel' : '/app'
}
