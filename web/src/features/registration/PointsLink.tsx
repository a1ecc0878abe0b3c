import { buttonLook } from '@/ui/buttonLook'
import { texts } from './texts'

/** The way to the portal, which asks for the phone and the birth date. */
export function PointsLink({ businessId }: { businessId: string }) {
  const query = `bid=${encodeURIComponent(businessId)}&next=${encodeURIComponent('/portal/points')}`
  return (
    <a href={`/portal?${query}`} className={buttonLook({ variant: 'secondary' })}>
      {texts.fixed.points}
    </a>
  )
}
