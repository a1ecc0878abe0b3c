import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './IconButton'
import { texts } from './texts'

interface DialogProps {
  open: boolean
  /** Asked for by Escape, the cross or a press beside the dialog. */
  onClose: () => void
  title: ReactNode
  /** The buttons, the one to be pressed last. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * A question that has to be answered first. The browser's own dialog: it holds the focus, gives it back,
 * and needs no style of its own in the page, which the content security policy would refuse.
 */
export function Dialog({ open, onClose, title, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Before the page is drawn anew: a dialog that is taken out of it gives the focus back only while it is in it.
  useLayoutEffect(() => {
    if (!open) return
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the dialog is a shortcut; Escape does the same
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className="dialog"
    >
      {open && (
        <div className="grid gap-4 p-4 sm:p-6">
          <header className="flex items-start justify-between gap-4">
            <h2 id={id} className="min-w-0 pt-2 text-title font-bold">
              {title}
            </h2>
            <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
          </header>
          {children && <div className="grid gap-4">{children}</div>}
          {actions && (
            <footer className="flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}
