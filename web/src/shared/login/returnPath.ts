import type { SessionOwner } from '@/api/session'
import type { Role } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.place'

/** Stored in the tab, for the next sign-in: of the owner of a lapsed session, or of any user. */
export function saveReturnPath({ email, role }: Partial<SessionOwner>, path: string): void {
  if (isAppPath(path)) writeStored(storageKey, { email, role, place: path }, 'tab')
}

/** Returns and clears the path; null if it belongs to another user or role. */
export function takeReturnPath(signedIn: SessionOwner): string | null {
  const { email, role, place: path } = Object(readStored(storageKey, 'tab')) as Record<string, unknown>
  clearReturnPath()
  const isOwn = email === undefined || (email === signedIn.email && role === signedIn.role)
  return isOwn && typeof path === 'string' && isAppPath(path) ? path : null
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
