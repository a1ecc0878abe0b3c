import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useImportLabels } from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { FactList } from '@/kit/FactList'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { localDay, sayDay } from '@/lib/dates'
import { ImportCounts } from './CheckResult'
import { texts } from './texts'
import { UndoDialog } from './UndoDialog'

const words = texts.done

export function FinishedImport({ importJob }: { importJob: Import }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {importJob.failure && (
        <Notice tone="warning" title={words.endedEarly}>
          {importJob.failure}
        </Notice>
      )}
      <Panel title={words.title}>
        <div className="grid justify-items-start gap-4">
          <p className="font-semibold wrap-anywhere">{importJob.fileName}</p>
          <div className="w-full">
            <FactList>
              <ImportCounts result={importJob.result} />
            </FactList>
          </div>
          {importJob.undoUntil ? (
            <>
              <p className="text-ink-soft">
                {texts.undo.until(sayDay(localDay(new Date(importJob.undoUntil))))}
              </p>
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {texts.undo.action}
              </Button>
            </>
          ) : (
            <p className="text-ink-soft">{texts.undo.tooLate}</p>
          )}
        </div>
      </Panel>
      {importJob.result.new + importJob.result.merged > 0 && <NextSteps importJob={importJob} />}
      <UndoDialog importJob={importJob} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function NextSteps({ importJob }: { importJob: Import }) {
  const labels = useImportLabels(importJob)
  return (
    <Panel title={words.qrTitle}>
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">{words.qr}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden="true" className="size-5" />}
            busy={labels.isPending}
            busyLabel={words.labelsBusy}
            onClick={() => labels.mutate()}
          >
            {words.labels}
          </Button>
          <Link
            to="/app/importar/$id/escribir"
            params={{ id: importJob.id }}
            className={buttonLook({ variant: 'secondary' })}
          >
            {words.write}
          </Link>
        </div>
        <p className="text-small text-ink-soft">{words.labelsHelp}</p>
      </div>
    </Panel>
  )
}
