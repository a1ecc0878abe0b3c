import { Link } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { buttonLook } from '@/ui/buttonLook'
import { EmptyState } from '@/ui/EmptyState'
import { texts } from './texts'

/** Says that the role does not reach this far. */
export function UnauthorizedScreen() {
  return (
    <EmptyState
      icon={<ShieldX aria-hidden="true" />}
      as="h1"
      title={texts.unauthorized.title}
      action={
        <Link to="/" className={buttonLook({ variant: 'secondary' })}>
          {texts.unauthorized.back}
        </Link>
      }
    >
      {texts.unauthorized.detail}
    </EmptyState>
  )
}
