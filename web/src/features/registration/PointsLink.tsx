import { typeAhead } from '@/lib/applicant'
import { splitPhone } from '@/lib/phone'
import { buttonLook } from '@/ui/buttonLook'
import { texts } from './texts'

interface PointsLinkProps {
  businessId: string
  /**
   * Of whoever has just registered: it stands in the portal's form already, which asks for nothing else, since she need
   * not have said when she was born.
   */
  phone?: string
}

/** The way to the portal, which asks for the phone and the birth date. */
export function PointsLink({ businessId, phone }: PointsLinkProps) {
  const next = phone ? '' : `&next=${encodeURIComponent('/portal/points')}`
  return (
    <a
      href={`/portal?bid=${encodeURIComponent(businessId)}${next}`}
      onClick={() => {
        if (phone) typeAhead(splitPhone(phone))
      }}
      className={buttonLook({ variant: 'secondary' })}
    >
      {texts.fixed.points}
    </a>
  )
}
