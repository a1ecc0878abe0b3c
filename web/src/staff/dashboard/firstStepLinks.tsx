import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstStep } from '@/api/types'

const look = 'font-semibold text-accent underline underline-offset-4'

interface StepLinkProps {
  step: FirstStep['step']
  children: ReactNode
}

const sectionOf = {
  LOOK: 'tarjeta',
  LEGAL: 'legal',
  TARGETS: 'tarjeta',
  POSTER: 'cartel',
} as const

const placeOf = {
  STAFF: '/app/users',
  CUSTOMER: '/app/customers/new',
  PAPER: '/app/importar',
  STAMP: '/staff/checkin',
} as const

export function StepLink({ step, children }: StepLinkProps) {
  if (step === 'STAFF' || step === 'CUSTOMER' || step === 'PAPER' || step === 'STAMP') {
    return (
      <Link to={placeOf[step]} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/app/settings" search={{ seccion: sectionOf[step] }} className={look}>
      {children}
    </Link>
  )
}
