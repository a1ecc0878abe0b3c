import type { Import } from '@/api/types'
import { Fact, FactList } from '@/kit/FactList'
import { Panel } from '@/kit/Panel'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.undo

export function UndoneImport({ importJob: { fileName, undone } }: { importJob: Import }) {
  return (
    <Panel title={words.done}>
      <div className="grid gap-4">
        <p className="font-semibold wrap-anywhere">{fileName}</p>
        {undone && (
          <FactList>
            <Fact name={words.removed}>{sayNumber(undone.removed)}</Fact>
            <Fact name={words.restored}>{sayNumber(undone.restored)}</Fact>
            <Fact name={words.kept}>{sayNumber(undone.kept)}</Fact>
          </FactList>
        )}
        {undone && undone.reasons.length > 0 && (
          <section>
            <h3 className="font-bold">{words.whyKept}</h3>
            <FactList>
              {undone.reasons.map(({ reason, count }) => (
                <Fact key={reason} name={reason}>
                  {sayNumber(count)}
                </Fact>
              ))}
            </FactList>
          </section>
        )}
      </div>
    </Panel>
  )
}
