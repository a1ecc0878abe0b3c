import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { undoMerge } from '@/api/records'
import type { Merge } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { texts } from './texts'

interface UndoMergeDialogProps {
  /** Null while nothing is asked. */
  merge: Merge | null
  onClose: () => void
}

/** Asks before two merged records are taken apart. */
export function UndoMergeDialog({ merge, onClose }: UndoMergeDialogProps) {
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: ({ id }: Merge) => undoMerge(id),
    onSuccess: (_answer, { mergedName }) => {
      notify.success(texts.merge.undoDone(mergedName))
      onClose()
      return client.invalidateQueries({ queryKey: customerQueries.all() })
    },
  })
  const close = () => {
    undo.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={merge !== null}
      title={merge && texts.merge.undoTitle(merge.mergedName)}
      confirm={texts.merge.undoConfirm}
      busy={undo.isPending}
      busyLabel={texts.merge.undoBusy}
      onConfirm={() => merge && undo.mutate(merge)}
      onClose={close}
    >
      <p>{texts.merge.undoDetail}</p>
      {undo.isError && (
        <Notice tone="error" title={texts.merge.undoFailed}>
          {errorText(undo.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
