import { isUserActive, watchUserActivity } from '@/lib/userActivity'

watchUserActivity()

export const automatic = { 'Axioma-Automatic': 'true' }

/** Headers that mark requests without user input. Such requests do not extend an operator's session. */
export function automaticHeaders(): Record<string, string> {
  return isUserActive() ? {} : automatic
}
