import type { ReactNode } from 'react'
import { cx } from './cx'

const tones = {
  plain: 'border-rule bg-well text-ink-soft',
  good: 'border-accent/40 bg-accent-wash text-accent',
  reward: 'border-brass-deep/60 bg-brass-wash text-brass-ink',
  caution: 'border-caution/40 bg-caution-wash text-caution',
  refused: 'border-refused/40 bg-refused-wash text-refused',
} as const

/** A short word about the state of a thing. */
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-small border px-2 py-0.5 text-small font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
