import { saveReturnPath } from '@/shared/login/returnPath'

/**
 * Stores the address of a link that was followed without a session, as from an e-mail, for the next sign-in. Going
 * back or reloading after a sign-out is no link: the next user must not land on the screen of the former one.
 */
export function rememberLink(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate') return
  const { pathname, search, hash } = new URL(navigation.name, location.href)
  // Each role has its own home page, and the enrolment of a device needs no sign-in.
  if (pathname !== '/app' && pathname !== '/staff/device') saveReturnPath({}, pathname + search + hash)
}
