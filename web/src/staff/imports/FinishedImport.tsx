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

export function FinishedImport({ found }: { found: Import }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {found.failure && (
        <Notice tone="warning" title={words.endedEarly}>
          {found.failure}
        </Notice>
      )}
      <Panel title={words.title}>
        <div className="grid justify-items-start gap-4">
          <p className="font-semibold wrap-anywhere">{found.fileName}</p>
          <div className="w-full">
            <FactList>
              <ImportCounts result={found.result} />
            </FactList>
          </div>
          {found.undoUntil ? (
            <>
              <p className="text-ink-soft">{texts.undo.until(sayDay(localDay(new Date(found.undoUntil))))}</p>
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {texts.undo.action}
              </Button>
            </>
          ) : (
            <p className="text-ink-soft">{texts.undo.tooLate}</p>
          )}
        </div>
      </Panel>
      {found.result.new + found.result.merged > 0 && <NextSteps found={found} />}
      <UndoDialog found={found} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function NextSteps({ found }: { found: Import }) {
  const labels = useImportLabels(found)
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
            params={{ id: found.id }}
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
