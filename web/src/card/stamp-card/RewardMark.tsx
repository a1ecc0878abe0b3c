import { PrintedCell } from './Stamp'

export function RewardMark({ reward }: { reward: 'HALF' | 'FREE' }) {
  return (
    <svg viewBox="-52 -52 104 104" aria-hidden="true" className="stamp-card-mark">
      <PrintedCell cell={{ number: 0, stamped: false, reward, owed: false }} />
    </svg>
  )
}
