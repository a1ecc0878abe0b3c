import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReportChoice } from '@/api/reports'
import type { ReportRange } from '@/api/types'
import { Button } from '@/kit/Button'
import { DateField } from '@/kit/DateField'
import { IconButton } from '@/kit/IconButton'
import { TextField } from '@/kit/TextField'
import { addDays, addMonths } from '@/lib/days'
import { texts } from './texts'

interface ReportFiltersProps {
  choice: ReportChoice
  /** The report's day, once the server has responded. */
  shown: string | undefined
  typed: string
  onChoose: (change: Partial<ReportChoice>) => void
  onType: (q: string) => void
}

const ranges = ['day', 'week', 'month'] as const

/** ReportFilters chooses period, date and name. */
export function ReportFilters({ choice, shown, typed, onChoose, onType }: ReportFiltersProps) {
  return (
    <search aria-label={texts.filters} className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <RangeChoice range={choice.range} onChoose={(range) => onChoose({ range })} />
      <DateChoice choice={choice} date={choice.date ?? shown} onChoose={(date) => onChoose({ date })} />
      <div className="flex min-w-0 flex-[1_1_16rem] items-end gap-2">
        <TextField
          label={texts.search}
          type="search"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          className="min-w-0 flex-1"
        />
        <Button variant="secondary" disabled={typed === ''} onClick={() => onType('')}>
          {texts.clear}
        </Button>
      </div>
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
    <div className="flex items-end gap-1">
      <IconButton
        label={texts.before[range]}
        icon={<ChevronLeft aria-hidden="true" />}
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
        disabled={!date}
        onClick={() => step(1)}
      />
    </div>
  )
}
