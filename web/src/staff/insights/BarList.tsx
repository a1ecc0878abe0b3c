import { Fragment } from 'react'
import { sayNumber } from '@/lib/numbers'

interface Bar {
  key: string
  name: string
  /** Null draws no bar, for example for a percentage of few people. */
  value: number | null
  valueText?: string
  /** True for a period that is not over: the bar is hatched. */
  isRunning?: boolean
}

interface BarListProps {
  bars: readonly Bar[]
  /** The value of a full bar; by default the largest value. */
  most?: number
}

/** Hidden from screen readers, because the table next to it has the same data. */
export function BarList({ bars, most = Math.max(1, ...bars.map(({ value }) => value ?? 0)) }: BarListProps) {
  return (
    <div aria-hidden="true" className="insight-bars">
      {bars.map(({ key, name, value, valueText, isRunning }) => (
        <Fragment key={key}>
          <span className="insight-name">{name}</span>
          {value === null ? (
            <span translate="no" className="insight-none">
              {valueText}
            </span>
          ) : (
            <>
              <span
                className="insight-bar"
                data-running={isRunning || undefined}
                style={{ width: `${(value / most) * 100}%` }}
              />
              <span translate="no">{valueText ?? sayNumber(value)}</span>
            </>
          )}
        </Fragment>
      ))}
    </div>
  )
}
