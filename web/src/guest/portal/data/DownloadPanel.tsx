import { Download } from 'lucide-react'
import { useAction } from '@/acts/shared/useAction'
import { dataFile } from '@/api/ownData'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'
import { texts } from '../texts'

const words = texts.data.download
const formats = ['json', 'csv'] as const

export function DownloadPanel({ of: { child, name } }: { of: OwnData }) {
  const download = useAction(async (format: (typeof formats)[number]) =>
    saveFile(await dataFile(format), `mis-datos.${format}`),
  )
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{child ? withNames(words.introOf(name), name) : words.intro}</p>
      {download.error && (
        <Notice tone="error" title={words.failed} className="mt-3">
          {errorText(download.error)}
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {formats.map((format) => (
          <Button
            key={format}
            variant="secondary"
            icon={<Download aria-hidden="true" className="size-5" />}
            busy={download.pending === format}
            onClick={() => download.start(format)}
          >
            {words[format]}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
