import { redirect } from '@tanstack/react-router'
import { session } from '@/api'
import type { Role } from '@/api/types'

/** Redirects users who are not operators. */
export function requireOperator() {
  requireRole((role) => role === 'SUPERADMIN', '/unauthorized')
}

export function requireRole(
  isAllowed: (role: Role) => boolean,
  fallback: '/app' | '/app/informes/quien' | '/staff/checkin' | '/unauthorized',
) {
  const current = session.get()
  if (current && !isAllowed(current.role)) throw redirect({ to: fallback, replace: true })
}

export function actOn(businessId: string | undefined) {
  if (businessId) session.actOn(businessId)
}
