import { importTexts, useChangeImport, usePendingChanges } from '@/acts/staff/imports'
import type { Import, ImportChanges, ImportColumn, ImportField } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { SelectField } from '@/kit/SelectField'
import { errorText } from '@/lib/errors'
import { fieldNames, texts } from './texts'

const words = texts.columns

const inSpanish = new Intl.ListFormat('es', { type: 'conjunction' })

/** Saves each change at once; the server then checks the file again. */
export function ColumnChoices({ importJob }: { importJob: Import }) {
  const change = useChangeImport(importJob)
  const save = (changes: ImportChanges) => change.mutate(changes)
  const { columns, dateOrder, unknownAsNote } = withChanges(importJob, usePendingChanges(importJob.id))
  const unread = columns.filter(({ field, filled }) => field === null && filled > 0)
  return (
    <Panel title={words.title}>
      <div className="grid gap-4" aria-busy={change.isPending || undefined}>
        <p className="max-w-prose text-ink-soft">{words.intro}</p>
        {(dateOrder.order !== null || !dateOrder.decided) && (
          <DateOrder dateOrder={dateOrder} onChoose={(order) => save({ dateOrder: order })} />
        )}
        {change.isError && <Message text={`❌ ${errorText(change.error, importTexts.changeFailed)}`} />}
        <ul className="divide-y divide-rule">
          {columns.map((column) => (
            <ColumnChoice
              key={column.index}
              column={column}
              fields={importJob.fields}
              onChoose={(field) => save({ columns: [{ index: column.index, field }] })}
            />
          ))}
        </ul>
        {unread.length > 0 && (
          <div>
            <p className="wrap-anywhere">
              {words.unread(unread.length, inSpanish.format(unread.map(headerOf)))}
            </p>
            <Checkbox
              label={words.asNote}
              checked={unknownAsNote}
              onChange={({ target }) => save({ unknownAsNote: target.checked })}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

/** The import as it will be after some changes. */
function withChanges(importJob: Import, changes: readonly ImportChanges[]): Import {
  const { dateOrder: order, unknownAsNote = importJob.unknownAsNote }: ImportChanges = Object.assign(
    {},
    ...changes,
  )
  const choices = changes
    .flatMap(({ columns }) => columns ?? [])
    .map((choice) => [choice.index, choice] as const)
  const last = new Map(choices)
  return {
    ...importJob,
    columns: importJob.columns.map((column) => ({ ...column, ...last.get(column.index) })),
    dateOrder: order ? { decided: true, order } : importJob.dateOrder,
    unknownAsNote,
  }
}

function headerOf({ header, index }: ImportColumn): string {
  return header || words.unnamed(index)
}

interface ColumnChoiceProps {
  column: ImportColumn
  fields: ImportField[]
  onChoose: (field: ImportField | null) => void
}

function ColumnChoice({ column, fields, onChoose }: ColumnChoiceProps) {
  const options = [
    { value: '', label: words.ignored },
    ...fields.map((field) => ({ value: field, label: fieldNames[field] })),
  ]
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-2">
      <SelectField
        label={<span className="wrap-anywhere">{words.field(headerOf(column))}</span>}
        options={options}
        value={column.field ?? ''}
        onChange={({ target }) => onChoose(fields.find((field) => field === target.value) ?? null)}
      />
      <div className="min-w-0 text-small">
        {column.samples.length > 0 ? (
          <>
            <p className="text-ink-soft">
              {words.samples} · {words.filled(column.filled)}
            </p>
            <ul>
              {column.samples.map((sample, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat and keep their order
                <li key={place} translate="no" className="truncate">
                  {sample}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-ink-soft">{words.noSamples}</p>
        )}
      </div>
    </li>
  )
}

type Order = 'DMY' | 'MDY'

interface DateOrderProps {
  dateOrder: Import['dateOrder']
  onChoose: (order: Order) => void
}

function DateOrder({ dateOrder: { decided, order }, onChoose }: DateOrderProps) {
  const options = (['DMY', 'MDY'] as const).map((value) => ({ value, label: words.orders[value] }))
  const unchosen = { value: '', label: words.dateOrderAsk }
  return (
    <SelectField
      label={words.dateOrder}
      help={decided ? undefined : words.dateOrderHelp}
      options={decided ? options : [unchosen, ...options]}
      value={decided ? (order ?? '') : ''}
      onChange={({ target }) => target.value && onChoose(target.value as Order)}
    />
  )
}
