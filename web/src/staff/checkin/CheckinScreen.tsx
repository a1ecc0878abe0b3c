import './checkin.css'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { useCallback } from 'react'
import { useSignedIn } from '@/api'
import { buttonLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { Counter } from './Counter'
import { texts } from './texts'

/** `?cid=` opens a customer's card. The next customer removes the parameter. */
export function CheckinScreen() {
  const { role, businessId } = useSignedIn()
  const { cid } = useSearch({ from: '/signed-in/staff/checkin' })
  const navigate = useNavigate()
  const forget = useCallback(
    () => void navigate({ to: '/staff/checkin', search: {}, replace: true, resetScroll: false }),
    [navigate],
  )
  if (role === 'SUPERADMIN' && !businessId) return <NoBusiness />
  return <Counter key={businessId} role={role} customerId={cid ?? null} onTurnAway={forget} />
}

function NoBusiness() {
  return (
    <EmptyState
      icon={<Store aria-hidden="true" />}
      as="h1"
      title={texts.noBusiness.title}
      action={
        <Link to="/cpanel" className={buttonLook({ size: 'counter' })}>
          {texts.noBusiness.link}
        </Link>
      }
    >
      {texts.noBusiness.detail}
    </EmptyState>
  )
}
