import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstStep } from '@/api/types'
import { firstStepTexts as words } from './firstStepTexts'

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
  STAMP: '/staff/checkin',
} as const

/** The two ways to bring the stamps of paper cards. */
export function PaperLinks() {
  return (
    <span className="flex flex-wrap gap-x-5">
      <Link to="/staff/checkin" className={`${look} flex min-h-target items-center`}>
        {words.paperAtCounter}
      </Link>
      <Link to="/app/importar" className={`${look} flex min-h-target items-center`}>
        {words.paperFromFile}
      </Link>
    </span>
  )
}

export function StepLink({ step, children }: StepLinkProps) {
  if (step === 'PAPER') return <span className="font-semibold">{children}</span>
  if (step === 'STAFF' || step === 'CUSTOMER' || step === 'STAMP') {
    return (
      <Link to={placeOf[step]} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <Link
      to="/app/settings"
      search={{ seccion: sectionOf[step] }}
      state={{ firstSteps: true }}
      className={look}
    >
      {children}
    </Link>
  )
}
