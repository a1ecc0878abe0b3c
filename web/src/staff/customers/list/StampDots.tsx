import type { ListedCustomer } from '@/api/types'
import { positionOnCard } from '@/card/stamp-card/face'
import { texts as shared } from '../texts'
import { texts } from './texts'

/** Cards with more stamps show only the numbers. */
const mostDots = 20

/** One or two rows of dots, with the numbers next to them. */
export function StampDots({ stamps, target }: Pick<ListedCustomer, 'stamps' | 'target'>) {
  if (stamps === null || !target) return shared.absent
  const position = positionOnCard(stamps, target)
  const columns = target <= 5 ? target : Math.ceil(target / 2)
  const dots = Array.from({ length: target }, (_, index) => index)
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      {target <= mostDots && (
        <span
          aria-hidden="true"
          className="stamp-dots"
          style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
        >
          {dots.map((dot) => (
            <span key={dot} data-stamped={dot < position || undefined} />
          ))}
        </span>
      )}
      <span aria-hidden="true" className="text-small text-ink-soft tabular-nums">
        {texts.stamps(position, target)}
      </span>
      <span className="sr-only">{texts.stampsSaid(position, target)}</span>
    </span>
  )
}
