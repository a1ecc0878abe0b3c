import { Link, useLocation } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { buttonLook } from '@/kit/buttonLook'
import { texts } from './texts'

/** Leads back to the dashboard's first steps, if the section was opened from there. */
export function BackToFirstSteps() {
  const { firstSteps } = useLocation().state
  if (!firstSteps) return null
  return (
    <Link to="/app" className={`${buttonLook({ variant: 'secondary' })} justify-self-start`}>
      <span className="flex items-center gap-2">
        <ChevronLeft aria-hidden="true" className="size-5" />
        {texts.backToFirstSteps}
      </span>
    </Link>
  )
}
