import { useQuery } from '@tanstack/react-query'
import { Merge as MergeIcon } from 'lucide-react'
import { useState } from 'react'
import { recordQueries } from '@/api/records'
import { serverNow } from '@/api/serverClock'
import type { Customer, Merge } from '@/api/types'
import { Button } from '@/kit/Button'
import { Moment } from '@/kit/Moment'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { localDay, sayDay } from '@/lib/dates'
import { MergeDialog } from './MergeDialog'
import { texts } from './texts'
import { UndoMergeDialog } from './UndoMergeDialog'

interface MergePanelProps {
  customer: Customer
  timeZone: string | undefined
}

/** Starts a merge, and lists earlier ones, with undo while possible. */
export function MergePanel({ customer, timeZone }: MergePanelProps) {
  const { data: merges } = useQuery(recordQueries.merges(customer.id))
  const [merging, setMerging] = useState(false)
  const [undoing, setUndoing] = useState<Merge | null>(null)
  return (
    <Panel title={texts.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{withNames(texts.detail(customer.name), customer.name)}</p>
        <Button
          variant="secondary"
          className="justify-self-start"
          icon={<MergeIcon aria-hidden="true" className="size-5" />}
          onClick={() => setMerging(true)}
        >
          {texts.start}
        </Button>
        {merges && merges.items.length > 0 && (
          <section aria-label={texts.listed} className="grid">
            {merges.items.map((merge) => (
              <MergeLine key={merge.id} merge={merge} timeZone={timeZone} onUndo={setUndoing} />
            ))}
          </section>
        )}
      </div>
      <MergeDialog customer={customer} open={merging} onClose={() => setMerging(false)} />
      <UndoMergeDialog merge={undoing} onClose={() => setUndoing(null)} />
    </Panel>
  )
}

interface MergeLineProps {
  merge: Merge
  timeZone: string | undefined
  onUndo: (merge: Merge) => void
}

function MergeLine({ merge, timeZone, onUndo }: MergeLineProps) {
  const until = new Date(merge.undoableUntil)
  const undoable = !merge.undoneAt && until.getTime() > serverNow()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-2">
      <p className="grid min-w-0">
        <span translate="no" className="font-semibold">
          {merge.mergedName}
        </span>
        <span className="text-small text-ink-soft">
          <Moment at={merge.mergedAt} {...(timeZone && { timeZone })} />
          {' · '}
          {merge.undoneAt ? texts.undoneAt : `${texts.until} ${sayDay(localDay(until, timeZone))}`}
        </span>
      </p>
      {undoable && (
        <Button variant="secondary" aria-label={texts.undoOf(merge.mergedName)} onClick={() => onUndo(merge)}>
          {texts.undo}
        </Button>
      )}
    </div>
  )
}
