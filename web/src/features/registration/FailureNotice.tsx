import { Notice } from '@/ui/Notice'
import type { Failure } from './failure'
import { PointsLink } from './PointsLink'
import { texts } from './texts'

/** Why a registration did not go through, and the way to the card where there is one. */
export function FailureNotice({ failure, businessId }: { failure: Failure; businessId: string }) {
  const { tone, title, detail, said, leadsToPoints } = failure
  return (
    <Notice tone={tone} title={title}>
      {detail && <p>{detail}</p>}
      {said && <p className="mt-1 text-small text-ink-soft">{said}</p>}
      {leadsToPoints && (
        <div className="mt-2 grid justify-items-start gap-3">
          <p>{texts.failure.knownChild}</p>
          <PointsLink businessId={businessId} />
        </div>
      )}
    </Notice>
  )
}
