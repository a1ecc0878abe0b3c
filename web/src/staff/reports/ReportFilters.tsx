import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReportChoice } from '@/api/reports'
import type { ReportRange } from '@/api/types'
import { DateField } from '@/kit/DateField'
import { IconButton } from '@/kit/IconButton'
import { addDays, addMonths } from '@/lib/days'
import { texts } from './texts'

interface ReportFiltersProps {
  choice: ReportChoice
  shownDate: string | undefined
  onChoose: (change: Partial<ReportChoice>) => void
}

const ranges = ['day', 'week', 'month'] as const

export function ReportFilters({ choice, shownDate, onChoose }: ReportFiltersProps) {
  return (
    <search aria-label={texts.filters} className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <RangeChoice range={choice.range} onChoose={(range) => onChoose({ range })} />
      <DateChoice choice={choice} date={choice.date ?? shownDate} onChoose={(date) => onChoose({ date })} />
    </search>
  )
}

function RangeChoice({ range, onChoose }: { range: ReportRange; onChoose: (range: ReportRange) => void }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">{texts.range}</legend>
      <div className="segments">
        {ranges.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="range"
              value={name}
              checked={range === name}
              onChange={() => onChoose(name)}
            />
            <span>{texts.ranges[name]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Aligns a button with the field below the label, so that an error message does not move it. */
const besideField = 'mt-7.5 flex-none'

interface DateChoiceProps {
  choice: ReportChoice
  date: string | undefined
  onChoose: (date: string) => void
}

function DateChoice({ choice: { range }, date, onChoose }: DateChoiceProps) {
  const step = (by: 1 | -1) => {
    if (!date) return
    if (range === 'month') onChoose(addMonths(date, by))
    else onChoose(addDays(date, range === 'week' ? 7 * by : by))
  }
  return (
    <div className="flex items-start gap-1">
      <IconButton
        label={texts.before[range]}
        icon={<ChevronLeft aria-hidden="true" />}
        className={besideField}
        disabled={!date}
        onClick={() => step(-1)}
      />
      <DateField
        label={texts.date}
        value={date ?? ''}
        min="2000-01-01"
        max="2100-12-31"
        onChange={onChoose}
      />
      <IconButton
        label={texts.after[range]}
        icon={<ChevronRight aria-hidden="true" />}
        className={besideField}
        disabled={!date}
        onClick={() => step(1)}
      />
    </div>
  )
}
