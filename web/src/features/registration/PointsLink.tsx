import { buttonLook } from '@/ui/buttonLook'
import { texts } from './texts'

/** The way to the portal, which asks for the phone and the birth date. */
export function PointsLink({ businessId }: { businessId: string }) {
  const place = `/portal?bid=${encodeURIComponent(businessId)}&next=${encodeURIComponent('/portal/points')}`
  return (
    <a href={place} className={buttonLook({ variant: 'secondary' })}>
      {texts.fixed.points}
    </a>
  )
}
