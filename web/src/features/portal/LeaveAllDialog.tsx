import { useState } from 'react'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { isRefusal } from './followCard'
import { closeSessions } from './ownSessions'
import { texts } from './texts'

const words = texts.data.devices

/** The button that ends all sessions, this one too, after it was said what that means. */
export function LeaveAllDialog({ onLeft }: { onLeft: () => void }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const ask = () => {
    setFailure(null)
    setOpen(true)
  }
  const leave = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await closeSessions(false)
      onLeft()
    } catch (error) {
      // Closed by a press whose answer did not come.
      if (isRefusal(error)) return onLeft()
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="secondary" onClick={ask}>
        {words.closeAll}
      </Button>
      <ConfirmDialog
        open={open}
        title={words.question}
        confirm={words.confirm}
        danger
        busy={busy}
        busyLabel={words.closing}
        onConfirm={() => void leave()}
        onClose={() => setOpen(false)}
      >
        <p>{words.meaning}</p>
        {failure !== null && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  )
}
