import { isUserActive, watchUserActivity } from '@/lib/userActivity'

watchUserActivity()

export const automatic = { 'Axioma-Automatic': 'true' }

/** Marks requests that the page makes without the user: they do not extend an operator's session. */
export function automaticHeaders(): Record<string, string> {
  return isUserActive() ? {} : automatic
}
