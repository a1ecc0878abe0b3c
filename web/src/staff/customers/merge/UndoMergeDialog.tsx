import { useUndoMerge } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import type { Merge } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

interface UndoMergeDialogProps {
  merge: Merge | null
  onClose: () => void
}

export function UndoMergeDialog({ merge, onClose }: UndoMergeDialogProps) {
  const undo = useUndoMerge(onClose)
  const close = () => {
    undo.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={merge !== null}
      title={merge && withNames(texts.undoTitle(merge.mergedName), merge.mergedName)}
      confirm={texts.undoConfirm}
      busy={undo.isPending}
      busyLabel={texts.undoBusy}
      onConfirm={() => merge && undo.mutate(merge)}
      onClose={close}
    >
      <p>{texts.undoDetail}</p>
      {undo.isError && <ActFailed title={customerTexts.undoMerge.failed} error={undo.error} />}
    </ConfirmDialog>
  )
}
