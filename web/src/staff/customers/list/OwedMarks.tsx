import type { RewardKind } from '@/api/types'
import { sayEuros } from '@/lib/numbers'
import { rewardKinds, rewardWords } from '@/lib/rewardKinds'
import { texts } from './texts'

interface OwedMarksProps {
  kinds: readonly RewardKind[]
  /** Cents; 0 is not shown. */
  value: number
}

export function OwedMarks({ kinds: owed, value }: OwedMarksProps) {
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
      {value > 0 && <span className="text-small text-ink-soft">{texts.owedValue(sayEuros(value))}</span>}
    </span>
  )
}
