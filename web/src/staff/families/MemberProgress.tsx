import { useQuery } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { isOfFamily } from '@/api/rewards'
import { texts as cardWords, sayRewards } from '@/card/family/texts'
import { ProgressDots } from '@/card/ProgressDots'
import { cardFace } from '@/card/stamp-card/face'
import { Skeleton } from '@/kit/Skeleton'
import { texts } from './texts'

/** Shows a dash if the progress cannot be loaded. */
export function MemberProgress({ customerId }: { customerId: string }) {
  const { data: progress, isError } = useQuery(customerQueries.progress(customerId))
  if (isError && !progress) {
    return (
      <span title={texts.memberList.progressFailed}>
        <span aria-hidden="true">{texts.absent}</span>
        <span className="sr-only">{texts.memberList.progressFailed}</span>
      </span>
    )
  }
  if (!progress) return <Skeleton className="h-11 w-40" />
  const kinds = progress.rewards.map(({ kind }) => kind)
  // The family's rewards are shown once, beside its card.
  const ownRewards = progress.rewards
    .filter((reward) => !isOfFamily(reward, progress))
    .map(({ kind }) => kind)
  const { position } = cardFace({ ...progress, pendingKinds: kinds })
  return (
    <span className="grid justify-items-end gap-1 tabular-nums sm:justify-items-start">
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:justify-start sm:[&>[role=img]]:min-w-34">
        <ProgressDots {...progress} pendingKinds={kinds} />
        <span aria-hidden="true">{cardWords.ofTarget(position, progress.target)}</span>
      </span>
      {ownRewards.length > 0 && <span className="text-small text-brass-ink">{sayRewards(ownRewards)}</span>}
    </span>
  )
}
