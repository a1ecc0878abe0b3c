import { isOfFamily, owedByKind } from '@/api/rewards'
import type { Own, Progress } from '@/api/types'
import { OwedPanel } from '@/card/OwedPanel'
import { StampCard } from '@/card/stamp-card/StampCard'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { texts } from '../texts'

const words = texts.points

interface OwnCardProps {
  own: Own
  progress: Progress
  before: Own | null
}

export function OwnCard({ own, progress, before }: OwnCardProps) {
  const owed = owedByKind(progress.rewards)
  return (
    <div className="grid w-full max-w-110 gap-4 justify-self-center">
      {before && (
        <Notice tone="success" size="counter">
          {stampMessage(progress)}
        </Notice>
      )}
      <StampCard
        key={`${progress.cardId} ${progress.count}`}
        businessName={own.businessName}
        look={own}
        customerName={progress.familyName ?? own.name}
        count={progress.count}
        target={progress.target}
        halfMilestone={progress.halfMilestone}
        vip={progress.vip}
        pendingKinds={owed.map(({ kind }) => kind)}
        justStamped={before !== null}
        className="justify-self-center"
      />
      {progress.familyName && (
        <p className="text-center text-ink-soft [overflow-wrap:anywhere]">
          {withNames(words.family(progress.familyName, progress.target), progress.familyName)}
        </p>
      )}
      {owed.map(({ kind, count, oldest }) => (
        <OwedPanel
          key={kind}
          kind={kind}
          promise={oldest.promise}
          more={count - 1}
          ofFamily={isOfFamily(oldest, progress)}
        />
      ))}
      {owed.length > 0 && <p className="text-center text-ink-soft">{words.owed}</p>}
    </div>
  )
}

function stampMessage({ count, target }: Progress): string {
  const position = count % target
  return position === 0 ? words.filled : words.stamped(position, target)
}
