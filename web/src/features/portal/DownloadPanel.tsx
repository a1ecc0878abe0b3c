import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OwnData } from '@/api/types'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { dataFile } from './ownData'
import { texts } from './texts'

const words = texts.data.download
const formats = ['json', 'csv'] as const

/** The customer's data to take along. */
export function DownloadPanel({ of: { child, name } }: { of: OwnData }) {
  const [busy, setBusy] = useState<(typeof formats)[number] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const fetchFile = async (format: (typeof formats)[number]) => {
    if (busy) return
    setBusy(format)
    setFailure(null)
    try {
      saveFile(await dataFile(format), `mis-datos.${format}`)
    } catch (error) {
      setFailure(error)
    }
    setBusy(null)
  }
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{child ? words.introOf(name) : words.intro}</p>
      {failure !== null && (
        <Notice tone="error" title={words.failed} className="mt-3">
          {errorText(failure)}
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {formats.map((format) => (
          <Button
            key={format}
            variant="secondary"
            icon={<Download aria-hidden="true" className="size-5" />}
            busy={busy === format}
            onClick={() => void fetchFile(format)}
          >
            {words[format]}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
