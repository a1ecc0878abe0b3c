import { useState } from 'react'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { askErasure } from './ownData'
import { texts } from './texts'

const words = texts.data.erasure

/** The right to be forgotten, with what it means before it is asked for. */
export function ErasurePanel({ onErased }: { onErased: () => void }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const erase = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await askErasure()
      onErased()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro}</p>
      <Button variant="secondary" onClick={() => setOpen(true)} className="mt-4">
        {words.ask}
      </Button>
      <ConfirmDialog
        open={open}
        title={words.question}
        confirm={words.confirm}
        danger
        busy={busy}
        busyLabel={words.erasing}
        onConfirm={() => void erase()}
        onClose={() => setOpen(false)}
      >
        <p>{words.meaning}</p>
        {failure !== null && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
