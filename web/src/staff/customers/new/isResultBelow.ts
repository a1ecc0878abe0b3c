import { isTouchScreen } from '@/lib/isTouchScreen'

/** True if the result of a creation stands below the form, out of sight, or if focusing a field opens a keyboard. */
export function isResultBelow(): boolean {
  return isTouchScreen() || (window.matchMedia?.('(max-width: 1023px)').matches ?? false)
}
