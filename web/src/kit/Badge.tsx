import type { ReactNode } from 'react'
import { cx } from './cx'

const tones = {
  plain: 'border-rule bg-well text-ink-soft',
  good: 'border-accent/40 bg-accent-wash text-accent',
  reward: 'border-brass-deep/60 bg-brass-wash text-brass-ink',
  caution: 'border-caution/40 bg-caution-wash text-caution',
  refused: 'border-refused/40 bg-refused-wash text-refused',
} as const

interface BadgeProps {
  tone?: keyof typeof tones
  named?: boolean
  children: ReactNode
}

export function Badge({ tone = 'plain', named = false, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-small border px-2 py-0.5 text-small font-semibold',
        named ? '[overflow-wrap:anywhere]' : 'sm:whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
