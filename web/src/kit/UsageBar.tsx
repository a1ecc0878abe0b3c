import { sayNumber } from '@/lib/numbers'
import { staffTexts as texts } from './staffTexts'

interface UsageBarProps {
  label: string
  used: number
  limit: number
}

export function UsageBar({ label, used, limit }: UsageBarProps) {
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-ink-soft">{label}</span>
        <span className="font-semibold tabular-nums">{texts.outOf(sayNumber(used), sayNumber(limit))}</span>
      </p>
      <progress
        aria-label={label}
        max={Math.max(limit, 1)}
        value={Math.min(used, Math.max(limit, 1))}
        className="usage-bar"
      />
    </div>
  )
}
