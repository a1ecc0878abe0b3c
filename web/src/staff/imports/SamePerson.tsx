import { useState } from 'react'
import { importTexts, useChangeImport } from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.samePerson

/** The most rows of other names that a check offers at once. */
const offeredAtOnce = 100

export interface SamePersonChoice {
  /** Row numbers. */
  chosenRows: ReadonlySet<number>
  unsaved: boolean
  choose: (rows: number[], isSame: boolean) => void
}

/** The ticked rows. They are reset with each version of the import, because each check offers other rows. */
export function useSamePersonChoice({ version, otherNames }: Import): SamePersonChoice {
  const savedRows = new Set(otherNames.filter(({ samePerson }) => samePerson).map(({ row }) => row))
  const [edit, setEdit] = useState({ version, chosenRows: savedRows })
  const chosenRows = edit.version === version ? edit.chosenRows : savedRows
  return {
    chosenRows,
    unsaved: otherNames.some(({ row, samePerson }) => samePerson !== chosenRows.has(row)),
    choose: (rows, isSame) => {
      const next = new Set(chosenRows)
      for (const row of rows) {
        if (isSame) next.add(row)
        else next.delete(row)
      }
      setEdit({ version, chosenRows: next })
    },
  }
}

export function SamePerson({ importJob, choice }: { importJob: Import; choice: SamePersonChoice }) {
  const change = useChangeImport(importJob)
  const { otherNames } = importJob
  if (otherNames.length === 0) return null
  const rows = otherNames.map(({ row }) => row)
  const save = () =>
    change.mutate({
      samePerson: otherNames
        .filter(({ row }) => choice.chosenRows.has(row))
        .map(({ row, customerId }) => ({ row, customerId })),
    })
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">{words.intro}</p>
        {rows.length > 1 && (
          <Checkbox
            label={words.all(rows.length)}
            checked={rows.every((row) => choice.chosenRows.has(row))}
            onChange={({ target }) => choice.choose(rows, target.checked)}
          />
        )}
        <ul aria-label={words.list} className="divide-y divide-rule border-y border-rule">
          {otherNames.map(({ row, name, customerName }) => (
            <li key={row} className="pt-1 pb-3">
              <Checkbox
                label={
                  <>
                    <span translate="no">{name}</span> {words.is}{' '}
                    <span translate="no" className="font-semibold">
                      {customerName}
                    </span>
                  </>
                }
                help={words.row(row)}
                checked={choice.chosenRows.has(row)}
                onChange={({ target }) => choice.choose([row], target.checked)}
              />
            </li>
          ))}
        </ul>
        {otherNames.filter(({ samePerson }) => !samePerson).length >= offeredAtOnce && (
          <p className="text-ink-soft">{words.more}</p>
        )}
        {change.isError && <Message text={`❌ ${errorText(change.error, importTexts.changeFailed)}`} />}
        <div>
          <Button
            variant="secondary"
            disabled={!choice.unsaved}
            busy={change.isPending}
            busyLabel={words.saving}
            onClick={save}
          >
            {words.save}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
