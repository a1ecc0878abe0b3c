import { buttonLook } from '@/ui/buttonLook'
import { texts } from './texts'

interface PointsLinkProps {
  businessId: string
  /** Has the portal ask for the phone alone: who has just registered need not have said when she was born. */
  byPhone?: boolean
}

/** The way to the portal, which asks for the phone and the birth date. */
export function PointsLink({ businessId, byPhone = false }: PointsLinkProps) {
  const next = byPhone ? '' : `&next=${encodeURIComponent('/portal/points')}`
  return (
    <a
      href={`/portal?bid=${encodeURIComponent(businessId)}${next}`}
      className={buttonLook({ variant: 'secondary' })}
    >
      {texts.fixed.points}
    </a>
  )
}
