import { Link } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { buttonLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { texts } from '@/shared/login/texts'

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
