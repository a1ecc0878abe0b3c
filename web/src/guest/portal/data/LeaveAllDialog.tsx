import { closeSessions } from '@/acts/guest/ownSessions'
import { isRefusal } from '@/api/followCard'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { texts } from '../texts'
import { useQuestion } from '../useQuestion'

const words = texts.data.devices

interface LeaveAllDialogProps {
  /** What has opened this session. */
  by: OwnData['signedInBy']
  onLeft: () => void
}

/** The button that ends all sessions that are listed, this one too, after it was said what that means. */
export function LeaveAllDialog({ by, onLeft }: LeaveAllDialogProps) {
  const { ask, failure, dialog } = useQuestion(async () => {
    try {
      await closeSessions(false)
    } catch (error) {
      // A refusal: closed by a press whose answer did not come.
      if (!isRefusal(error)) throw error
    }
    onLeft()
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
