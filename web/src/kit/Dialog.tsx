import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './IconButton'
import { texts } from './texts'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** Blocks closing until the response arrives. */
  busy?: boolean
  /** True if only the dialog's own buttons close it. */
  once?: boolean
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/**
 * A native modal dialog, which manages the focus. It needs no inline style, which the content security policy forbids.
 */
export function Dialog({ open, onClose, busy = false, once = false, title, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isTyped = useRef(false)
  const isHeld = busy || once
  const pressBeside = usePressBeside(dialog, () => {
    if (!isHeld && !isTyped.current) onClose()
  })

  // Runs before paint: the browser returns the focus only while the dialog is in the page.
  useLayoutEffect(() => {
    if (!open) return
    isTyped.current = false
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
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
        // Some browsers close the dialog without a cancel event, as on the back gesture.
        if (!open || dialog.current?.open) return
        if (isHeld) dialog.current?.showModal()
        else onClose()
      }}
      {...pressBeside}
      // A press outside the dialog is often an accident, which must not discard the input.
      onInput={() => {
        isTyped.current = true
      }}
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

/** Calls `onPress` for a press that begins and ends outside the dialog. A text selection may end there. */
function usePressBeside(dialog: RefObject<HTMLDialogElement | null>, onPress: () => void) {
  const hasBegun = useRef(false)
  const hasEnded = useRef(false)
  return {
    onMouseDown: ({ target }: MouseEvent) => {
      hasBegun.current = target === dialog.current
    },
    onMouseUp: ({ target }: MouseEvent) => {
      hasEnded.current = target === dialog.current
    },
    onClick: ({ target }: MouseEvent) => {
      if (target === dialog.current && hasBegun.current && hasEnded.current) onPress()
    },
  }
}
