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
  found: Import
  /** True while the owner's choice of known customers is unsaved. */
  unsaved: boolean
  onDropped: () => void
}

export function CheckResult({ found, unsaved, onDropped }: CheckResultProps) {
  const start = useStartImport(found)
  const isChanging = usePendingChanges(found.id).length > 0
  const { result, dateOrder } = found
  const changes = result.new + result.merged
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="font-semibold wrap-anywhere">{found.fileName}</p>
        <FactList>
          <Fact name={words.rows}>{sayNumber(found.rows)}</Fact>
          <ImportCounts result={result} />
        </FactList>
        <ImportWarnings found={found} />
        {changes === 0 && !unsaved && <Notice>{words.nothing}</Notice>}
        {!dateOrder.decided && <Notice tone="warning">{texts.columns.dateOrderAsk}.</Notice>}
        {unsaved && <Notice tone="warning">{texts.samePerson.unsaved}</Notice>}
        {start.isError && <Message text={`❌ ${errorText(start.error, importTexts.startFailed)}`} />}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={changes === 0 || !dateOrder.decided || unsaved || isChanging}
            busy={start.isPending}
            busyLabel={words.starting}
            arms={`${found.id} ${found.version}`}
            onClick={() => start.mutate()}
          >
            {result.new > 0 ? words.start(result.new) : words.startWithoutCount}
          </Button>
          <DropButton found={found} onDropped={onDropped} />
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

function ImportWarnings({ found: { result, notices } }: { found: Import }) {
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
