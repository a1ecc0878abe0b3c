import { type ButtonLook, buttonLook } from '@/kit/buttonLook'
import { isE164, splitPhone } from '@/lib/phone'
import { prefillPhone } from '@/lib/signInStorage'
import { texts } from './texts'
import type { FormKind } from './useRegistration'

export interface PointsLinkProps {
  businessId: string
  /** From the page of the fixed business the portal asks for the birth date too (specification, screen B). */
  from?: FormKind
  /** Whole, or masked: then it is left to be typed. It waits in the tab, so that no address carries it. */
  phone?: string | null | undefined
  /** Of a button, unless it has classes of its own. */
  look?: ButtonLook
  className?: string
}

/** The way to the portal, where the phone stands in the form already if it is known. */
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

/** Where the portal of a business begins. */
export function pointsAddress(businessId: string, from: FormKind): string {
  const next = from === 'fixed' ? `&next=${encodeURIComponent('/portal/points')}` : ''
  return `/portal?bid=${encodeURIComponent(businessId)}${next}`
}
