import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Notice } from '@/kit/Notice'
import { errorText, isShownAtField } from '@/lib/errors'
import { texts } from './texts'

interface FormDialogProps {
  title: ReactNode
  words: { save: string; saving: string }
  form: { element: RefObject<HTMLFormElement | null>; values: object }
  act: { isPending: boolean; error: unknown }
  /** What could not be done. */
  failed: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** FormDialog is an open dialog with a form, one act and its refusal. */
export function FormDialog(props: FormDialogProps) {
  const { title, words, form, act, failed, onSubmit, onClose, children } = props
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!act.isPending) onSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={act.isPending}
      title={title}
      actions={
        <>
          <Button variant="secondary" disabled={act.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={id} busy={act.isPending} busyLabel={words.saving}>
            {words.save}
          </Button>
        </>
      }
    >
      <form ref={form.element} id={id} noValidate onSubmit={submit} className="grid gap-4">
        {children}
      </form>
      {act.error !== null && !isShownAtField(act.error, Object.keys(form.values)) && (
        <Notice tone="error" title={failed}>
          {errorText(act.error)}
        </Notice>
      )}
    </Dialog>
  )
}
