import type { SessionOwner } from '@/api/session'
import type { Role } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.place'

/** Stored in the tab, for the next sign-in after a lapsed session. */
export function saveReturnPath({ email, role }: SessionOwner, path: string): void {
  if (isAppPath(path)) writeStored(storageKey, { email, role, place: path }, 'tab')
}

/** Returns and clears the path; null for another user or role. */
export function takeReturnPath(signedIn: SessionOwner): string | null {
  const storedValue = readStored(storageKey, 'tab')
  clearReturnPath()
  if (typeof storedValue !== 'object' || storedValue === null) return null
  const { email, role, place: path } = storedValue as Record<string, unknown>
  if (email !== signedIn.email || role !== signedIn.role) return null
  return typeof path === 'string' && isAppPath(path) ? path : null
}

export function clearReturnPath(): void {
  removeStored(storageKey, 'tab')
}

function isAppPath(path: string): boolean {
  return /^\/(app|staff|cpanel)(?![^/?#])/.test(path)
}

export function homePathOf(role: Role): '/cpanel' | '/app' {
  return role === 'SUPERADMIN' ? '/cpanel' : '/app'
}
