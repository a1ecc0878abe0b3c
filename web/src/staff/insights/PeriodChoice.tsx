import { useState } from 'react'
import type { InsightChoice } from '@/api/insights'
import type { Period } from '@/api/types'
import { Button } from '@/kit/Button'
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

export function PeriodChoice({ choice, shown, onChoose, rolling = words.rolling }: PeriodChoiceProps) {
  // Keeps chosen days until both are in order.
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
    <search aria-label={words.label} className="flex flex-wrap items-start gap-x-4 gap-y-4">
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
    </search>
  )
}

function faultIn(from: string, to: string): string | undefined {
  if (!from || !to) return undefined
  if (to < from) return words.reversed
  return addDays(from, maxDays - 1) < to ? words.tooLong : undefined
}
