import { useUndoOpening } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import type { Adjustment } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { texts } from './texts'

const words = texts.undoOpening

interface UndoOpeningDialogProps {
  customerId: string
  opening: Adjustment | null
  onClose: () => void
}

export function UndoOpeningDialog({ customerId, opening, onClose }: UndoOpeningDialogProps) {
  const undo = useUndoOpening(customerId, onClose)
  const close = () => {
    undo.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={opening !== null}
      title={words.title}
      confirm={words.confirm}
      danger
      busy={undo.isPending}
      busyLabel={words.busy}
      onConfirm={() => opening && undo.mutate(opening.id)}
      onClose={close}
    >
      {opening && <p>{words.detail(opening.stamps)}</p>}
      {undo.isError && <ActFailed title={adjustmentTexts.undoFailed} error={undo.error} />}
    </ConfirmDialog>
  )
}
