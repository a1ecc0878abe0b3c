import { Outlet } from '@tanstack/react-router'
import { Fragment } from 'react'
import { SignedInSession, usePageSession, useSignedIn } from '@/api'
import { Spinner } from '@/kit/Spinner'
import { IdleWarner } from '@/staff/session/IdleWarner'
import { useOperatorSession } from '@/staff/session/useOperatorSession'
import { ChooseBusiness } from './ChooseBusiness'

/**
 * The screens of a session. When it ends, they disappear until the router has redirected. The key resets them for
 * another user, so that no form keeps input of the former one.
 */
export function WhileSignedIn() {
  const session = usePageSession()
  useOperatorSession()
  if (!session) return <Spinner />
  return (
    <SignedInSession key={session.email} value={session}>
      <Outlet />
      <IdleWarner />
    </SignedInSession>
  )
}

export function WithBusiness() {
  const { role, businessId } = useSignedIn()
  if (role === 'SUPERADMIN' && businessId === null) return <ChooseBusiness />
  // One key per business resets all screens, so that no form keeps input for another business.
  return (
    <Fragment key={businessId}>
      <Outlet />
    </Fragment>
  )
}
