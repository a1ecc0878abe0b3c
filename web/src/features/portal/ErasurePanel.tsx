import { useState } from 'react'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
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
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={words.question}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {words.cancel}
            </Button>
            <Button variant="danger" busy={busy} busyLabel={words.erasing} onClick={() => void erase()}>
              {words.confirm}
            </Button>
          </>
        }
      >
        <p>{words.meaning}</p>
        {failure !== null && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </Dialog>
    </Panel>
  )
}
