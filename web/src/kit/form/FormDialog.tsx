import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { DraftRestoredNotice } from '../DraftRestoredNotice'
import { UnsavedChanges } from './UnsavedScope'
import { useFocusOfFirstField } from './useFocusOfFirstField'

interface FormDialogProps {
  title: ReactNode
  words: { cancel: string; submit: string; busy: string }
  busy: boolean
  /** True makes the submit button less prominent, because submitting is costly. */
  costly?: boolean | undefined
  form?: RefObject<HTMLFormElement | null> | undefined
  /** Input that survives an expired session and a page load. Leaving the screen asks before it is discarded. */
  draft?: { isDirty: boolean; isRestored: boolean; reset: () => void } | undefined
  result: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function FormDialog({
  title,
  words,
  busy,
  costly = false,
  form,
  draft,
  result,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId()
  useFocusOfFirstField(id)
  const end = useRef<HTMLDivElement>(null)
  const hasResult = Boolean(result)
  // On a phone, the end of a long form is below the visible content.
  useEffect(() => {
    if (!busy && hasResult) end.current?.scrollIntoView({ block: 'nearest' })
  }, [busy, hasResult])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.current?.scrollIntoView({ block: 'nearest' }) // the result of an attempt that fails again at once
    onSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      actions={
        <>
          <Button variant={costly ? 'quiet' : 'secondary'} disabled={busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={costly ? 'secondary' : 'primary'}
            busy={busy}
            busyLabel={words.busy}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4">
        {draft && <UnsavedChanges when={draft.isDirty} isSaving={busy} />}
        {draft?.isRestored && <DraftRestoredNotice onDiscard={draft.reset} />}
        {children}
      </form>
      <div ref={end} className="empty:hidden">
        {result}
      </div>
    </Dialog>
  )
}
