import { isUserActive, watchUserActivity } from '@/lib/userActivity'

watchUserActivity()

export const automatic = { 'Axioma-Automatic': 'true' }

/** Marks calls that the page makes by itself: they keep no operator's session open. */
export function automaticHeaders(): Record<string, string> {
  return isUserActive() ? {} : automatic
}
