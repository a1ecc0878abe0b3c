import { isUnderWay } from '@/api/imports'
import type { Import } from '@/api/types'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { UsageBar } from '@/kit/UsageBar'
import { CheckResult } from './CheckResult'
import { ColumnChoices } from './ColumnChoices'
import { DropButton } from './DropButton'
import { FinishedImport } from './FinishedImport'
import { SamePerson, useSamePersonChoice } from './SamePerson'
import { SkippedRows } from './SkippedRows'
import { texts } from './texts'
import { UndoneImport } from './UndoneImport'

interface ImportStepsProps {
  found: Import
  onDropped: () => void
}

export function ImportSteps({ found, onDropped }: ImportStepsProps) {
  const { state } = found
  const samePerson = useSamePersonChoice(found)
  const open = state === 'CHECKING' || state === 'CHECKED'
  return (
    <>
      {isUnderWay(found) && <Progress found={found} />}
      {state === 'FAILED' && <FailedImport found={found} onDropped={onDropped} />}
      {state === 'CHECKED' && (
        <CheckResult found={found} unsaved={samePerson.unsaved} onDropped={onDropped} />
      )}
      {state === 'CHECKED' && <SamePerson found={found} choice={samePerson} />}
      {state === 'DONE' && <FinishedImport found={found} />}
      {state === 'UNDONE' && <UndoneImport found={found} />}
      {open && <ColumnChoices found={found} />}
      {(state === 'CHECKED' || state === 'DONE') && <SkippedRows found={found} />}
    </>
  )
}

function Progress({ found }: { found: Import }) {
  const words = texts.running
  if (!isUnderWay(found)) return null
  return (
    <Panel title={words[found.state as 'CHECKING' | 'IMPORTING' | 'UNDOING']}>
      <div className="grid gap-3">
        <p role="status" className="sr-only">
          {words.announced(found.done, found.rows)}
        </p>
        <p className="font-semibold wrap-anywhere">{found.fileName}</p>
        <UsageBar label={words.label} used={found.done} limit={found.rows} />
        <p className="max-w-prose text-ink-soft">
          {found.state === 'CHECKING' ? words.mapping : words.leave}
        </p>
      </div>
    </Panel>
  )
}

function FailedImport({ found, onDropped }: ImportStepsProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="error" title={texts.failed} className="w-full">
        {found.failure ?? texts.failedUnknown}
      </Notice>
      {found.finishedAt === null && <DropButton found={found} onDropped={onDropped} />}
    </div>
  )
}
