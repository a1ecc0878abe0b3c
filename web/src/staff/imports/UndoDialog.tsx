import { importTexts, useUndoImport } from '@/acts/staff/imports'
import type { Import } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface UndoDialogProps {
  importJob: Import
  open: boolean
  onClose: () => void
}

export function UndoDialog({ importJob, open, onClose }: UndoDialogProps) {
  const undo = useUndoImport(importJob, onClose)
  const close = () => {
    undo.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      title={texts.undo.title}
      confirm={texts.undo.confirm}
      danger
      busy={undo.isPending}
      busyLabel={texts.undo.busy}
      onConfirm={() => undo.mutate()}
      onClose={close}
    >
      <p>{texts.undo.detail}</p>
      {undo.isError && <Message text={`❌ ${errorText(undo.error, importTexts.undoFailed)}`} />}
    </ConfirmDialog>
  )
}
