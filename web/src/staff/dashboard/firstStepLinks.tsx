import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstStep } from '@/api/types'
import { settingsParts } from '@/lib/settingsParts'

const look = 'font-semibold text-accent underline underline-offset-4'

interface StepLinkProps {
  step: FirstStep['step']
  children: ReactNode
}

const partOf = {
  LOOK: settingsParts.card,
  LEGAL: settingsParts.legal,
  TARGETS: settingsParts.card,
  POSTER: settingsParts.poster,
} as const

const placeOf = { STAFF: '/app/users', CUSTOMER: '/app/customers/new', STAMP: '/staff/checkin' } as const

/** StepLink leads to the place where a first step is done. */
export function StepLink({ step, children }: StepLinkProps) {
  if (step === 'PAPER') {
    return (
      <a href="/app/importar" className={look}>
        {children}
      </a>
    )
  }
  if (step === 'STAFF' || step === 'CUSTOMER' || step === 'STAMP') {
    return (
      <Link to={placeOf[step]} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/app/settings" hash={partOf[step]} className={look}>
      {children}
    </Link>
  )
}
