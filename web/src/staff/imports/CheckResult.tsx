import { importTexts, usePendingChanges, useStartImport } from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { Fact, FactList } from '@/kit/FactList'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { DropButton } from './DropButton'
import { texts } from './texts'

const words = texts.check

interface CheckResultProps {
  importJob: Import
  /** True while the owner's choice of known customers is unsaved. */
  unsaved: boolean
  onDropped: () => void
}

export function CheckResult({ importJob, unsaved, onDropped }: CheckResultProps) {
  const start = useStartImport(importJob)
  const isChanging = usePendingChanges(importJob.id).length > 0
  const { result, dateOrder } = importJob
  const changes = result.new + result.merged
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="font-semibold wrap-anywhere">{importJob.fileName}</p>
        <FactList>
          <Fact name={words.rows}>{sayNumber(importJob.rows)}</Fact>
          <ImportCounts result={result} />
        </FactList>
        <ImportWarnings importJob={importJob} />
        {changes === 0 && !unsaved && <Notice>{words.nothing}</Notice>}
        {!dateOrder.decided && <Notice tone="warning">{texts.columns.dateOrderAsk}.</Notice>}
        {unsaved && <Notice tone="warning">{texts.samePerson.unsaved}</Notice>}
        {start.isError && <Message text={`❌ ${errorText(start.error, importTexts.startFailed)}`} />}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={changes === 0 || !dateOrder.decided || unsaved || isChanging}
            busy={start.isPending}
            busyLabel={words.starting}
            arms={`${importJob.id} ${importJob.version}`}
            onClick={() => start.mutate()}
          >
            {result.new > 0 ? words.start(result.new) : words.startWithoutCount}
          </Button>
          <DropButton importJob={importJob} onDropped={onDropped} />
        </div>
      </div>
    </Panel>
  )
}

export function ImportCounts({ result }: Pick<Import, 'result'>) {
  const facts: [name: string, count: number, always?: boolean][] = [
    [words.new, result.new, true],
    [words.merged, result.merged],
    [words.known, result.known],
    [words.skipped, result.skipped, true],
    [words.stamps, result.openingStamps],
    [words.lastVisits, result.lastVisits],
  ]
  return facts.map(
    ([name, count, always]) =>
      (always || count > 0) && (
        <Fact key={name} name={name}>
          {sayNumber(count)}
        </Fact>
      ),
  )
}

function ImportWarnings({ importJob: { result, notices } }: { importJob: Import }) {
  return (
    <>
      {result.owed > 0 && <Notice tone="warning">{words.owed(result.owed)}</Notice>}
      {result.consentClaims > 0 && <Notice>{words.consents(result.consentClaims)}</Notice>}
      {result.minors > 0 && <Notice>{words.minors(result.minors)}</Notice>}
      {notices.map((notice) => (
        <Notice key={notice}>{notice}</Notice>
      ))}
    </>
  )
}
