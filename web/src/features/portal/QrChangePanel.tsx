import { useState } from 'react'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { changeOwnQr } from './changeOwnQr'
import { texts } from './texts'

const words = texts.data.changeQr

/** 'Cambiar mi QR', for when somebody has photographed it, with what it means before it is done. */
export function QrChangePanel() {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const change = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await changeOwnQr()
      setDone(true)
      setOpen(false)
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  return (
    <Panel title={words.title}>
      {done ? (
        <>
          <Notice tone="success" title={words.done}>
            {words.doneDetail}
          </Notice>
          <a href="/portal/points" className={`${buttonLook()} mt-4`}>
            {words.see}
          </a>
        </>
      ) : (
        <>
          <p className="text-ink-soft">{words.intro}</p>
          <Button variant="secondary" onClick={() => setOpen(true)} className="mt-4">
            {words.ask}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={open}
        title={words.question}
        confirm={words.confirm}
        danger
        busy={busy}
        busyLabel={words.changing}
        onConfirm={() => void change()}
        onClose={() => setOpen(false)}
      >
        <p>{words.meaning}</p>
        <p className="text-ink-soft">{words.stays}</p>
        {failure !== null && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
