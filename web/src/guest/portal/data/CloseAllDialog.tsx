import { closeSessions } from '@/acts/guest/ownSessions'
import { isUnauthorized } from '@/api/followCard'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { texts } from '../texts'
import { useConfirmation } from '../useConfirmation'

const words = texts.data.devices

interface CloseAllDialogProps {
  by: OwnData['signedInBy']
  onClosed: () => void
}

/** Ends all listed sessions, including this one. */
export function CloseAllDialog({ by, onClosed }: CloseAllDialogProps) {
  const { ask, failure, dialog } = useConfirmation(async () => {
    try {
      await closeSessions(false)
    } catch (error) {
      // Unauthorized: an earlier attempt succeeded, but its response was lost.
      if (!isUnauthorized(error)) throw error
    }
    onClosed()
  })
  return (
    <>
      <Button variant="secondary" onClick={ask}>
        {words.closeAll}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={words.question[by]}
        confirm={words.confirm}
        danger
        busyLabel={words.closing}
      >
        <p>{words.meaning}</p>
        {failure && (
          <Notice tone="error" title={words.failed}>
            {errorText(failure)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  )
}
