import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { InsightChoice } from '@/api/insights'
import type { Period } from '@/api/types'
import { cx } from '@/kit/cx'
import { DateField } from '@/kit/DateField'
import { SelectField } from '@/kit/SelectField'
import { addDays } from '@/lib/days'
import { texts } from './texts'

const words = texts.period
const maxDays = 366
const dayLimits = { min: '2000-01-01', max: '2100-12-31' }

type Range = keyof typeof words.ranges

interface PeriodChoiceProps {
  choice: InsightChoice
  shownPeriod: Period | undefined
  onChoose: (choice: InsightChoice) => void
  ranges?: Partial<Record<Range, string>>
}

/** The name of the period; undefined for chosen days. */
export const nameOf = ({ range, from, to }: InsightChoice) =>
  from && to ? undefined : words.ranges[range ?? 'rolling']

/** Phones show one line, which opens the fields. */
export function PeriodChoice({ ranges = words.ranges, ...rest }: PeriodChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const fields = useId()
  const { from, to } = rest.choice
  return (
    <search aria-label={words.label} className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-3 sm:hidden">
        <span className="font-medium">
          {from && to ? words.said(from, to) : ranges[rest.choice.range ?? 'rolling']}
        </span>
        <button
          type="button"
          className="period-change"
          aria-expanded={isOpen}
          aria-controls={fields}
          onClick={() => setOpen(!isOpen)}
        >
          {words.change}
          <ChevronDown aria-hidden="true" className={cx('size-5', isOpen && 'rotate-180')} />
        </button>
      </p>
      <div
        id={fields}
        className={cx('flex flex-wrap items-start gap-x-4 gap-y-4', !isOpen && 'max-sm:hidden')}
      >
        <PeriodFields ranges={ranges} {...rest} />
      </div>
    </search>
  )
}

function PeriodFields({ choice, shownPeriod, onChoose, ranges = {} }: PeriodChoiceProps) {
  const { from, to, range = 'rolling', compare } = choice
  const chooseRange = (chosenRange: Range) => {
    if (chosenRange !== 'days') {
      onChoose({
        range: chosenRange === 'rolling' ? undefined : chosenRange,
        from: undefined,
        to: undefined,
        compare,
      })
    } else if (shownPeriod) {
      onChoose({ range: undefined, from: shownPeriod.from, to: shownPeriod.to, compare })
    }
  }
  return (
    <>
      <SelectField
        label={words.range}
        value={from && to ? 'days' : range}
        options={Object.entries(ranges).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => chooseRange(target.value as Range)}
      />
      {from && to && (
        <DayFields
          key={`${from} ${to}`}
          from={from}
          to={to}
          onChoose={(days) => onChoose({ ...days, compare })}
        />
      )}
      <SelectField
        label={words.compare}
        value={compare ?? 'before'}
        options={[
          { value: 'before', label: words.comparisons.before },
          { value: 'year', label: words.comparisons.year },
        ]}
        onChange={({ target }) =>
          onChoose({ ...choice, compare: target.value === 'year' ? 'year' : undefined })
        }
      />
    </>
  )
}

interface DayFieldsProps {
  from: string
  to: string
  onChoose: (days: { from: string; to: string }) => void
}

/** Reports the typed days once they have no fault. */
function DayFields({ onChoose, ...chosenPeriod }: DayFieldsProps) {
  const [typedPeriod, setTypedPeriod] = useState<{ from?: string; to?: string }>({})
  const { from, to } = { ...chosenPeriod, ...typedPeriod }
  const change = (part: { from?: string; to?: string }) => {
    const next = { from, to, ...part }
    setTypedPeriod(next)
    if (next.from && next.to && !faultIn(next.from, next.to)) onChoose(next)
  }
  return (
    <>
      <DateField {...dayLimits} label={words.from} value={from} onChange={(day) => change({ from: day })} />
      <DateField
        {...dayLimits}
        label={words.to}
        value={to}
        error={faultIn(from, to)}
        onChange={(day) => change({ to: day })}
      />
    </>
  )
}

function faultIn(from: string, to: string): string | undefined {
  if (!from || !to) return undefined
  if (to < from) return words.reversed
  return addDays(from, maxDays - 1) < to ? words.tooLong : undefined
}
