import { useQuery } from '@tanstack/react-query'
import type { ActivityFilter, ActivityScope } from '@/api/activity'
import { usersQuery } from '@/api/users'
import { Button } from '@/kit/Button'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { useSearchInput } from '@/lib/useSearchInput'
import { groups, texts } from './texts'
import type { ActivityChoice, Period } from './useActivityFilter'

const words = texts.filters

interface ActivityFiltersProps {
  scope: ActivityScope
  filter: ActivityFilter
  period: Period
  onChoose: (choice: ActivityChoice, value: string) => void
}

export function ActivityFilters({ scope, filter, period, onChoose }: ActivityFiltersProps) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-x-5 gap-y-4 min-[22rem]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,13rem))]">
        {scope === 'business' && <CustomerSearch />}
        {scope === 'business' && <PersonChoice person={filter.person ?? ''} onChoose={onChoose} />}
        <SelectField
          label={words.group}
          value={filter.group ?? ''}
          options={[
            { value: '', label: words.all },
            ...Object.entries(groups).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => onChoose('group', event.target.value)}
        />
        <SelectField
          label={words.period}
          value={period}
          options={Object.entries(words.periods).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChoose('period', event.target.value)}
        />
      </div>
      {filter.customerId && (
        <p className="flex flex-wrap items-center gap-3">
          {words.oneCustomer}
          <Button variant="secondary" onClick={() => onChoose('customer', '')}>
            {words.allCustomers}
          </Button>
        </p>
      )}
    </div>
  )
}

function CustomerSearch() {
  const { typedText, type } = useSearchInput()
  return (
    <TextField
      label={words.customer}
      help={words.customerHelp}
      type="search"
      value={typedText}
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      onChange={(event) => type(event.target.value)}
      className="col-span-full lg:col-span-1"
    />
  )
}

interface PersonChoiceProps {
  person: string
  onChoose: (choice: ActivityChoice, value: string) => void
}

function PersonChoice({ person, onChoose }: PersonChoiceProps) {
  const users = useQuery(usersQuery())
  return (
    <SelectField
      label={words.person}
      translate="no"
      value={person}
      options={[
        { value: '', label: words.everyone },
        ...(users.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: words.withoutUser },
      ]}
      onChange={(event) => onChoose('person', event.target.value)}
    />
  )
}
