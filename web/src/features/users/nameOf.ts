import type { User } from '@/api/types'

/** What a person is called on these screens. */
export function nameOf(user: Pick<User, 'name' | 'email'>): string {
  return user.name || user.email
}
