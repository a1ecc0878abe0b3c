import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './IconButton'
import { texts } from './texts'

interface DialogProps {
  open: boolean
  /** Asked for by Escape, the cross or a press beside the dialog. */
  onClose: () => void
  /** What was sent cannot be unsent: the dialog stays until the answer is there. */
  busy?: boolean
  /** It shows something this once: only its own buttons close it. */
  once?: boolean
  title: ReactNode
  /** The buttons, the one to be pressed last. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * A question that has to be answered first. The browser's own dialog: it holds the focus, gives it back,
 * and needs no style of its own in the page, which the content security policy would refuse.
 */
export function Dialog({ open, onClose, busy = false, once = false, title, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isHeld = busy || once
  const beside = usePressBeside(dialog, () => {
    if (!isHeld) onClose()
  })

  // Before the page is drawn anew: a dialog that is taken out of it gives the focus back only while it is in it.
  useLayoutEffect(() => {
    if (!open) return
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (isHeld && event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (!isHeld) onClose()
      }}
      onClose={() => {
        // Some ways out a browser does not ask about, the back gesture say.
        if (!open || dialog.current?.open) return
        if (isHeld) dialog.current?.showModal()
        else onClose()
      }}
      {...beside}
      className="dialog"
    >
      {open && (
        <div className="grid gap-4 p-4 sm:p-6">
          <header className="dialog-head flex items-start justify-between gap-4">
            <h2 id={id} className="min-w-0 pt-2 text-title font-bold wrap-anywhere line-clamp-4">
              {title}
            </h2>
            {!once && (
              <IconButton
                label={texts.close}
                icon={<X aria-hidden="true" />}
                disabled={busy}
                onClick={onClose}
              />
            )}
          </header>
          {children && <div className="grid gap-4 [overflow-wrap:anywhere]">{children}</div>}
          {actions && (
            <footer className="dialog-foot flex flex-col-reverse gap-2 [overflow-wrap:anywhere] sm:flex-row sm:flex-wrap sm:justify-end">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}

/** A press beside the dialog, begun and ended there: a selection that only ends there was meant for the words. */
function usePressBeside(dialog: RefObject<HTMLDialogElement | null>, onPress: () => void) {
  const began = useRef(false)
  const ended = useRef(false)
  return {
    onMouseDown: ({ target }: MouseEvent) => {
      began.current = target === dialog.current
    },
    onMouseUp: ({ target }: MouseEvent) => {
      ended.current = target === dialog.current
    },
    onClick: ({ target }: MouseEvent) => {
      if (target === dialog.current && began.current && ended.current) onPress()
    },
  }
}
