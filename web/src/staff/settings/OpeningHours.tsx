import { CopyPlus, Plus, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { Opening } from '@/api/types'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { FieldError } from '@/kit/Field'
import { IconButton } from '@/kit/IconButton'
import { Notice } from '@/kit/Notice'
import { TimeField } from '@/kit/TimeField'
import { weekdayName, weekdays } from '@/lib/openingHours'
import { type HoursFault, placeHoursError } from './hoursFaults'
import { texts } from './texts'

const words = texts.premises
/** The form adds no more spans to a day. It keeps further spans that came by the API. */
const maxSpansPerDay = 2

interface OpeningHoursProps {
  openings: Opening[]
  error: string | undefined
  onChange: (openings: Opening[]) => void
}

export function OpeningHours({ openings, error, onChange }: OpeningHoursProps) {
  const of = (weekday: number) => openings.filter((opening) => opening.weekday === weekday)
  const change = (weekday: number, spans: Opening[]) =>
    onChange(weekdays.flatMap((day) => (day === weekday ? spans : of(day))))
  const faults = placeHoursError(openings, error)
  const first = weekdays.find((day) => of(day).length > 0)
  const copyTo = (from: number, others: readonly number[]) =>
    onChange(
      weekdays.flatMap((day) =>
        others.includes(day) ? of(from).map((span) => ({ ...span, weekday: day })) : of(day),
      ),
    )
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{words.hours}</legend>
      <p className="text-small text-ink-soft">{words.hoursHelp}</p>
      {error && faults.length === 0 && <Notice tone="error">{error}</Notice>}
      {weekdays.map((day) => (
        <DayLine
          key={day}
          weekday={day}
          spans={of(day)}
          faults={faults.filter((fault) => fault.weekday === day)}
          onChange={(spans) => change(day, spans)}
        />
      ))}
      {first && (
        <div className="mt-2 flex flex-wrap gap-x-2">
          {first === 1 && (
            <Button variant="quiet" className="-ml-4" onClick={() => copyTo(1, [2, 3, 4, 5])}>
              <CopyPlus aria-hidden="true" className="size-5 flex-none" />
              {words.copyMonday}
            </Button>
          )}
          <Button variant="quiet" className="-ml-4" onClick={() => copyTo(first, weekdays)}>
            <CopyPlus aria-hidden="true" className="size-5 flex-none" />
            {words.copyToAll(weekdayName(first))}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface DayLineProps {
  weekday: number
  spans: Opening[]
  faults: HoursFault[]
  onChange: (spans: Opening[]) => void
}

function DayLine({ weekday, spans, faults, onChange }: DayLineProps) {
  const name = weekdayName(weekday)
  // Unchecking a day by accident must not lose its hours.
  const reopenedHours = useRef<Opening[]>([{ weekday, from: '10:00', to: '20:00' }])
  const toggle = (isOpen: boolean) => {
    if (!isOpen) reopenedHours.current = spans
    onChange(isOpen ? reopenedHours.current : [])
  }
  const next = { weekday, from: '', to: '' }
  const { line, moveFocus } = useFocusInDay(spans.length)
  return (
    <div
      ref={line}
      className="grid items-start gap-x-4 border-t border-rule py-1 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <Checkbox
        label={<span className="first-letter:uppercase inline-block">{name}</span>}
        checked={spans.length > 0}
        onChange={({ target }) => toggle(target.checked)}
      />
      {spans.length === 0 ? (
        <p className="hidden py-2.5 text-ink-soft sm:block">{words.closed}</p>
      ) : (
        <div className="grid gap-2 pb-2 sm:py-0.5">
          {spans.map((span, at) => (
            <Span
              // biome-ignore lint/suspicious/noArrayIndexKey: a span has no id but its position in the day
              key={at}
              name={name}
              span={span}
              fault={faults.find((fault) => fault.at === at)}
              onChange={(changedSpan) => onChange(spans.with(at, changedSpan))}
              onRemove={() => {
                moveFocus('day')
                onChange(spans.toSpliced(at, 1))
              }}
            />
          ))}
          {spans.length < maxSpansPerDay && (
            <Button
              variant="quiet"
              className="-ml-4 justify-self-start"
              aria-label={words.addSpanOn(name)}
              onClick={() => {
                moveFocus('added')
                onChange([...spans, next])
              }}
            >
              <Plus aria-hidden="true" className="size-5" />
              {words.addSpan}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Moves the focus when hours are added or removed, because the pressed button may disappear. */
function useFocusInDay(spanCount: number) {
  const line = useRef<HTMLDivElement>(null)
  const target = useRef<'added' | 'day' | null>(null)
  useLayoutEffect(() => {
    // After the checkbox of the day, each span has two fields.
    const fields = line.current?.querySelectorAll('input')
    const at = target.current === 'added' ? 2 * spanCount - 1 : 0
    if (target.current) fields?.[at]?.focus()
    target.current = null
  }, [spanCount])
  return {
    line,
    moveFocus: (to: 'added' | 'day') => {
      target.current = to
    },
  }
}

interface SpanProps {
  name: string
  span: Opening
  fault: HoursFault | undefined
  onChange: (span: Opening) => void
  onRemove: () => void
}

function Span({ name, span, fault, onChange, onRemove }: SpanProps) {
  const errorId = useId()
  const errorOf = (part: 'from' | 'to') => (fault?.parts.includes(part) ? errorId : undefined)
  return (
    <div className="grid max-w-sm grid-cols-[1fr_auto_1fr_auto] items-start gap-2">
      <TimeField
        label={words.from(name)}
        value={span.from}
        errorId={errorOf('from')}
        onChange={(from) => onChange({ ...span, from })}
      />
      <span aria-hidden="true" className="leading-(--spacing-target)">
        –
      </span>
      <TimeField
        label={words.to(name)}
        value={span.to}
        errorId={errorOf('to')}
        onChange={(to) => onChange({ ...span, to })}
      />
      <IconButton
        label={words.removeSpan(span.from, span.to, name)}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onRemove}
      />
      {fault && (
        <div className="col-span-full">
          <FieldError id={errorId}>{fault.message}</FieldError>
        </div>
      )}
    </div>
  )
}
