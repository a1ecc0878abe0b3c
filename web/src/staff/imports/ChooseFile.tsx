import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { importTexts, useSendImport } from '@/acts/staff/imports'
import { isCopy } from '@/api/copies'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.choose

/** Bytes of a file of customers. The server refuses larger ones, but only after the upload. */
const maxSize = 10 * 2 ** 20

interface ChooseFileProps {
  onSent: (importJob: Import) => void
  /** Called with a file that is a business's copy, before anything is sent. */
  onCopy: (copy: File) => void
}

export function ChooseFile({ onSent, onCopy }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  const send = useSendImport(onSent)
  const give = async (file: File | undefined) => {
    if (!file || send.isPending) return
    send.reset()
    setTooLarge(false)
    if (await isCopy(file).catch(() => false)) onCopy(file)
    else if (file.size > maxSize) setTooLarge(true)
    else send.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void give(event.dataTransfer.files[0])
  }
  return (
    <Panel title={words.title}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'grid justify-items-center gap-3 rounded-box border-2 border-dashed p-6 text-center',
          over ? 'border-accent bg-accent-wash' : 'border-field',
        )}
      >
        <Button
          icon={<FileUp aria-hidden="true" className="size-5" />}
          busy={send.isPending}
          busyLabel={words.busy}
          onClick={() => input.current?.click()}
        >
          {words.action}
        </Button>
        <p className="text-ink-soft max-sm:hidden">{words.drop}</p>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={words.action}
          accept=".csv,.tsv,.txt,.xlsx,.vcf,.zip,text/csv,text/vcard,application/zip"
          onChange={({ target }) => {
            void give(target.files?.[0])
            target.value = '' // allows choosing the same file again
          }}
        />
      </div>
      {(isTooLarge || send.isError) && (
        <Notice tone="error" className="mt-4">
          {isTooLarge ? words.tooLarge : errorText(send.error, importTexts.sendFailed)}
        </Notice>
      )}
      <div className="mt-4 grid max-w-prose gap-2 text-ink-soft">
        <p>{words.accepted}</p>
        <p>{words.sources}</p>
        <p>{words.copy}</p>
        <p>{words.safe}</p>
      </div>
    </Panel>
  )
}
