import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { texts } from './texts'

interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  confirm: string
  /** Replaces `confirm` as content of the button, if names in it need protection from translation. */
  label?: ReactNode
  danger?: boolean
  /**
   * True if confirming uses something up, such as a reward. Like `danger`, it protects against a double tap; it also
   * makes cancelling prominent.
   */
  costly?: boolean
  disabled?: boolean
  busy: boolean
  busyLabel: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog({
  open,
  title,
  confirm,
  label,
  danger,
  costly,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const { children, ...button } = rest
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={rest.busy}
      title={title}
      actions={
        <>
          <Button
            variant={costly && !danger ? 'primary' : 'secondary'}
            disabled={rest.busy}
            onClick={onClose}
          >
            {texts.cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : costly ? 'secondary' : 'primary'}
            arms={danger || costly ? `${open} ${confirm}` : undefined}
            // The second tap of a double tap arrives before the button is busy.
            onClick={({ detail }) => detail < 2 && onConfirm()}
            {...button}
          >
            {/* One element, because a long name would squeeze the other words. */}
            <span className="min-w-0">{label ?? confirm}</span>
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
