import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ListChoice } from '@/api/records'
import { missedAfter } from '@/api/records'
import { cx } from '@/kit/cx'
import { Select } from '@/kit/SelectField'
import { texts } from './texts'
import type { ChoiceChange } from './useListSearch'

const words = texts.filters
const orders = [
  { value: '', label: words.byName },
  { value: 'lastVisit', label: words.byLastVisit },
  { value: 'owed', label: words.byOwed },
]

interface FiltersProps {
  choice: ListChoice
  onChoose: (change: ChoiceChange) => void
}

export function Filters({ choice, onChoose }: FiltersProps) {
  const { owed, notSeenFor, birthday, sort } = choice
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset aria-label={words.label} className="contents">
        <Filter on={owed === true} onPress={() => onChoose({ owed: owed ? undefined : true })}>
          {words.owed}
        </Filter>
        <Filter
          on={notSeenFor !== undefined}
          onPress={() => onChoose({ notSeenFor: notSeenFor ? undefined : missedAfter })}
        >
          {words.notSeenFor(notSeenFor ?? missedAfter)}
        </Filter>
        <Filter on={birthday === true} onPress={() => onChoose({ birthday: birthday ? undefined : true })}>
          {words.birthday}
        </Filter>
      </fieldset>
      <div className="flex min-w-0 flex-1 basis-44 items-center gap-2 sm:ml-auto sm:flex-none sm:basis-auto">
        <label htmlFor={id} className="sr-only text-small font-semibold text-ink-soft sm:not-sr-only">
          {words.sort}
        </label>
        <span className="min-w-0 flex-1">
          <Select
            id={id}
            options={orders}
            value={sort ?? ''}
            onChange={({ target }) =>
              onChoose({ sort: (target.value || undefined) as ListChoice['sort'], from: undefined })
            }
          />
        </span>
      </div>
    </div>
  )
}

/** A tick, not only the colour, marks an active filter. */
function Filter({ on, onPress, children }: { on: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onPress}
      className={cx(
        'inline-flex min-h-target items-center gap-1.5 rounded-full border px-3.5 font-semibold',
        on ? 'border-accent bg-accent-wash text-accent' : 'border-field bg-card hover:border-ink',
      )}
    >
      {on && <Check aria-hidden="true" className="-ml-1 size-4" />}
      {children}
    </button>
  )
}

/** Names the active filters; empty without any. */
export function describeFilters({ owed, notSeenFor, birthday, from }: ListChoice): string {
  const parts = [
    owed && words.said.owed,
    notSeenFor !== undefined && words.said.notSeenFor(notSeenFor),
    birthday && words.said.birthday,
    from && words.said.from(from),
  ]
  return words.listed.format(parts.filter((one) => typeof one === 'string'))
}
