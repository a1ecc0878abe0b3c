import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { buttonLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { texts } from '../texts'

export function ChooseBusiness() {
  return (
    <EmptyState
      icon={<Building2 aria-hidden="true" />}
      as="h1"
      title={texts.business.title}
      action={
        <Link to="/cpanel" className={buttonLook()}>
          {texts.business.link}
        </Link>
      }
    >
      {texts.business.detail}
    </EmptyState>
  )
}
