/** True if focusing a field opens the keyboard of the screen. */
export function isTouchScreen(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false
}
