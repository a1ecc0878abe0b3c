import type { ReactNode } from 'react'
import type { Share } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

interface FigureProps {
  name: string
  value: ReactNode
  definition: string
  children?: ReactNode
}

export function Figure({ name, value, definition, children }: FigureProps) {
  return (
    <section className="grid content-start gap-2 rounded-box border border-rule bg-card p-4 sm:p-6">
      <h2 className="font-semibold">{name}</h2>
      <p translate="no" className="font-sign text-display font-extrabold">
        {value}
      </p>
      {children}
      <p className="text-small text-ink-soft">{definition}</p>
    </section>
  )
}

interface ShareFigureProps {
  name: string
  share: Share
  definition: string
  children?: ReactNode
}

/** A share of fewer than 20 people is shown without percentage. TooFewNote says why, once per screen. */
export function ShareFigure({ name, share, definition, children }: ShareFigureProps) {
  return (
    <Figure name={name} value={sayShare(share)} definition={definition}>
      {share.percent !== null && <p className="text-small">{texts.figure.of(share.part, share.total)}</p>}
      {children}
    </Figure>
  )
}

export function TooFewNote({ shares }: { shares: readonly (Share | undefined)[] }) {
  if (!shares.some((share) => share?.percent === null)) return null
  return <p className="text-small text-ink-soft">{texts.figure.tooFewDetail}</p>
}

/** Shows a percentage, or both numbers where that would mislead. */
export function sayShare({ part, total, percent }: Share): string {
  if (total === 0) return '–'
  return percent === null ? texts.figure.of(part, total) : `${sayNumber(percent)} %`
}
