import { cx } from '@/kit/cx'
import { type CardFacts, type Cell, cardFace } from './stamp-card/face'
import { texts } from './stamp-card/texts'

export function ProgressDots(facts: CardFacts) {
  const { cells, position } = cardFace(facts)
  return (
    <span
      role="img"
      aria-label={texts.position(position, facts.target)}
      className="inline-flex max-w-52 flex-wrap items-center gap-1"
    >
      {cells.map((cell) => (
        <span key={cell.number} className={cx('size-2.5 rounded-full border', lookOf(cell))} />
      ))}
    </span>
  )
}

/** Forced-colors mode removes backgrounds. */
const solid = 'forced-colors:bg-[CanvasText] forced-color-adjust-none'

function lookOf({ stamped, reward, owed }: Cell): string {
  if (owed) return `border-brass-ink bg-brass ${solid}`
  if (stamped) return `border-stamp bg-stamp ${solid}`
  return reward ? 'border-brass-ink' : 'border-field'
}
