import type { Role } from '@/api/types'

/** Where a person lands after signing in. */
export function homeOf(role: Role): '/cpanel' | '/app' {
  return role === 'SUPERADMIN' ? '/cpanel' : '/app'
}
