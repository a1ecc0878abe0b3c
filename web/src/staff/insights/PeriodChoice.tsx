import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { InsightChoice } from '@/api/insights'
import type { Period } from '@/api/types'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { DateField } from '@/kit/DateField'
import { SelectField } from '@/kit/SelectField'
import { addDays } from '@/lib/days'
import { texts } from './texts'

const words = texts.period
const maxDays = 366
const range = { min: '2000-01-01', max: '2100-12-31' }

interface PeriodChoiceProps {
  choice: InsightChoice
  shown: Period | undefined
  onChoose: (choice: InsightChoice) => void
  rolling?: string
}

/** Phones show one line, which opens the fields. */
export function PeriodChoice({ rolling = words.rolling, ...rest }: PeriodChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const fields = useId()
  const { from, to } = rest.choice
  return (
    <search aria-label={words.label} className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-3 sm:hidden">
        <span className="font-medium">{from && to ? words.said(from, to) : rolling}</span>
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
        <PeriodFields rolling={rolling} {...rest} />
      </div>
    </search>
  )
}

function PeriodFields({ choice, shown, onChoose, rolling }: PeriodChoiceProps) {
  // Keeps typed days until the first precedes the last.
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({})
  const from = typed.from ?? choice.from ?? shown?.from ?? ''
  const to = typed.to ?? choice.to ?? shown?.to ?? ''
  const fault = faultIn(from, to)
  const change = (part: { from?: string; to?: string }) => {
    const next = { from, to, ...part }
    setTyped(next)
    if (next.from && next.to && !faultIn(next.from, next.to)) {
      setTyped({})
      onChoose({ ...choice, ...next })
    }
  }
  return (
    <>
      <DateField {...range} label={words.from} value={from} onChange={(day) => change({ from: day })} />
      <DateField
        {...range}
        label={words.to}
        value={to}
        error={fault}
        onChange={(day) => change({ to: day })}
      />
      <SelectField
        label={words.compare}
        value={choice.compare ?? 'before'}
        options={[
          { value: 'before', label: words.comparisons.before },
          { value: 'year', label: words.comparisons.year },
        ]}
        onChange={({ target }) =>
          onChoose({ ...choice, compare: target.value === 'year' ? 'year' : undefined })
        }
      />
      <div className="self-end">
        <Button
          variant="secondary"
          disabled={!choice.from && !typed.from && !typed.to}
          onClick={() => {
            setTyped({})
            onChoose({ from: undefined, to: undefined, compare: choice.compare })
          }}
        >
          {rolling}
        </Button>
      </div>
    </>
  )
}

function faultIn(from: string, to: string): string | undefined {
  if (!from || !to) return undefined
  if (to < from) return words.reversed
  return addDays(from, maxDays - 1) < to ? words.tooLong : undefined
}
