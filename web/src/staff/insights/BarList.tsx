import { Fragment } from 'react'
import { sayNumber } from '@/lib/numbers'

interface Bar {
  key: string
  name: string
  /** Null where nothing can be drawn, as a percentage of few people. */
  value: number | null
  said?: string
  /** True for a running period, which is hatched. */
  isRunning?: boolean
}

interface BarListProps {
  bars: readonly Bar[]
  /** The value of a whole bar; the largest one by default. */
  most?: number
}

/** The table beside it says the same to screen readers. */
export function BarList({ bars, most = Math.max(1, ...bars.map(({ value }) => value ?? 0)) }: BarListProps) {
  return (
    <div aria-hidden="true" className="insight-bars">
      {bars.map(({ key, name, value, said, isRunning }) => (
        <Fragment key={key}>
          <span>{name}</span>
          {value === null ? (
            <span />
          ) : (
            <span
              className="insight-bar"
              data-running={isRunning || undefined}
              style={{ width: `${(value / most) * 100}%` }}
            />
          )}
          <span translate="no">{said ?? sayNumber(value ?? 0)}</span>
        </Fragment>
      ))}
    </div>
  )
}
