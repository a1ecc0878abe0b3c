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
  importJob: Import
  onDropped: () => void
}

export function ImportSteps({ importJob, onDropped }: ImportStepsProps) {
  const { state } = importJob
  const samePerson = useSamePersonChoice(importJob)
  const open = state === 'CHECKING' || state === 'CHECKED'
  return (
    <>
      {isUnderWay(importJob) && <Progress importJob={importJob} />}
      {state === 'FAILED' && <FailedImport importJob={importJob} onDropped={onDropped} />}
      {state === 'CHECKED' && (
        <CheckResult importJob={importJob} unsaved={samePerson.unsaved} onDropped={onDropped} />
      )}
      {state === 'CHECKED' && <SamePerson importJob={importJob} choice={samePerson} />}
      {state === 'DONE' && <FinishedImport importJob={importJob} />}
      {state === 'UNDONE' && <UndoneImport importJob={importJob} />}
      {open && <ColumnChoices importJob={importJob} />}
      {(state === 'CHECKED' || state === 'DONE') && <SkippedRows importJob={importJob} />}
    </>
  )
}

function Progress({ importJob }: { importJob: Import }) {
  const words = texts.running
  if (!isUnderWay(importJob)) return null
  return (
    <Panel title={words[importJob.state as 'CHECKING' | 'IMPORTING' | 'UNDOING']}>
      <div className="grid gap-3">
        <p role="status" className="sr-only">
          {words.announced(importJob.done, importJob.rows)}
        </p>
        <p className="font-semibold wrap-anywhere">{importJob.fileName}</p>
        <UsageBar label={words.label} used={importJob.done} limit={importJob.rows} />
        <p className="max-w-prose text-ink-soft">
          {importJob.state === 'CHECKING' ? words.mapping : words.leave}
        </p>
      </div>
    </Panel>
  )
}

function FailedImport({ importJob, onDropped }: ImportStepsProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="error" title={texts.failed} className="w-full">
        {importJob.failure ?? texts.failedUnknown}
      </Notice>
      {importJob.finishedAt === null && <DropButton importJob={importJob} onDropped={onDropped} />}
    </div>
  )
}
