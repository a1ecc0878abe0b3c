import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { texts } from './texts'

interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  /** What will be done, as the button says it. */
  confirm: string
  /** The same as it is drawn, where a name in it is left to no translator. */
  label?: ReactNode
  /** It takes something away. */
  danger?: boolean
  /** It gives something away: like what takes away, not by the second tap of a double tap. */
  spends?: boolean
  disabled?: boolean
  busy: boolean
  busyLabel: string
  onConfirm: () => void
  onClose: () => void
  /** What it means, and why it failed. */
  children: ReactNode
}

/** Asks before something is done. */
export function ConfirmDialog({
  open,
  title,
  confirm,
  label,
  danger,
  spends,
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
          <Button variant="secondary" disabled={rest.busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            arms={danger || spends ? `${open} ${confirm}` : undefined}
            // The second tap of a double tap comes before the button can be told that it is busy.
            onClick={({ detail }) => detail < 2 && onConfirm()}
            {...button}
          >
            {label ?? confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
