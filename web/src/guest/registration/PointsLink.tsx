import { type ButtonLook, buttonLook } from '@/kit/buttonLook'
import { isE164, splitPhone } from '@/lib/phone'
import { prefillPhone } from '@/lib/signInStorage'
import { texts } from './texts'
import type { FormKind } from './useRegistration'

export interface PointsLinkProps {
  businessId: string
  /** The form with the link. For the fixed business the portal also asks for the birth date (specification, screen B). */
  from?: FormKind
  /** Prefills the sign-in, unless masked. Goes through tab storage, so that no URL contains it. */
  phone?: string | null | undefined
  look?: ButtonLook
  className?: string
}

export function PointsLink({
  businessId,
  from = 'open',
  phone,
  look = { variant: 'secondary' },
  className = buttonLook(look),
}: PointsLinkProps) {
  return (
    <a
      href={pointsAddress(businessId, from)}
      onClick={() => {
        if (phone && isE164(phone)) prefillPhone(splitPhone(phone))
      }}
      className={className}
    >
      {texts.fixed.points}
    </a>
  )
}

export function pointsAddress(businessId: string, from: FormKind): string {
  const next = from === 'fixed' ? `&next=${encodeURIComponent('/portal/points')}` : ''
  return `/portal?bid=${encodeURIComponent(businessId)}${next}`
}
