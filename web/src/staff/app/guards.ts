import { redirect } from '@tanstack/react-router'
import { session } from '@/api'
import type { Role } from '@/api/types'

/** Redirects users who are not operators. */
export function onlyForTheOperator() {
  onlyFor((role) => role === 'SUPERADMIN', '/unauthorized')
}

export function onlyFor(
  may: (role: Role) => boolean,
  elsewhere: '/app' | '/app/informes/quien' | '/staff/checkin' | '/unauthorized',
) {
  const current = session.get()
  if (current && !may(current.role)) throw redirect({ to: elsewhere, replace: true })
}

export function actOn(businessId: string | undefined) {
  if (businessId) session.actOn(businessId)
}
