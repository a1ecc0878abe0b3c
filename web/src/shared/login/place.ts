import type { Whose } from '@/api/session'
import type { Role } from '@/api/types'
import { readStored, removeStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.place'

/** Keeps, in the tab, where somebody was whose session is over. */
export function keepPlace({ email, role }: Whose, place: string): void {
  if (isOurs(place)) writeStored(storageKey, { email, role, place }, 'tab')
}

/** Where to go on after signing in; null for somebody else, and for who reaches elsewhere since. */
export function takePlace(signedIn: Whose): string | null {
  const kept = readStored(storageKey, 'tab')
  forgetPlace()
  if (typeof kept !== 'object' || kept === null) return null
  const { email, role, place } = kept as Record<string, unknown>
  if (email !== signedIn.email || role !== signedIn.role) return null
  return typeof place === 'string' && isOurs(place) ? place : null
}

export function forgetPlace(): void {
  removeStored(storageKey, 'tab')
}

/** Whether it is a screen of signed-in people, and so of this app. */
function isOurs(place: string): boolean {
  return /^\/(app|staff|cpanel)(?![^/?#])/.test(place)
}

/** Where a person lands after signing in. */
export function homeOf(role: Role): '/cpanel' | '/app' {
  return role === 'SUPERADMIN' ? '/cpanel' : '/app'
}
