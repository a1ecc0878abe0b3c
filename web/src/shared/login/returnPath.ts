import type { SessionOwner } from '@/api/session'
import type { Role } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.place'

/** Saves where a lapsed session was, in the tab. */
export function saveReturnPath({ email, role }: SessionOwner, path: string): void {
  if (isAppPath(path)) writeStored(storageKey, { email, role, place: path }, 'tab')
}

/** Returns and clears the saved path; null for another user or role. */
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

/** Reports whether a path belongs to this app's signed-in pages. */
function isAppPath(path: string): boolean {
  return /^\/(app|staff|cpanel)(?![^/?#])/.test(path)
}

export function homePathOf(role: Role): '/cpanel' | '/app' {
  return role === 'SUPERADMIN' ? '/cpanel' : '/app'
}
