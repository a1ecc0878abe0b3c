import type { RewardKind } from '@/api/types'
import { rewardKinds, rewardWords } from '@/lib/rewardKinds'
import { texts } from './texts'

export function OwedMarks({ kinds: owed }: { kinds: readonly RewardKind[] }) {
  return (
    <span className="owed-marks">
      {rewardKinds.map((kind) => {
        const count = owed.filter((one) => one === kind).length
        if (count === 0) return null
        const word = rewardWords[kind].short
        return (
          <span key={kind} className="voucher-mark">
            <span className="sr-only">{texts.columns.owed}: </span>
            {count > 1 ? texts.owedMany(word, count) : word}
          </span>
        )
      })}
    </span>
  )
}
