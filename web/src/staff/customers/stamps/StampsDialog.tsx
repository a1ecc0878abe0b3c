import type { ReactNode, RefObject } from 'react'
import { FormDialog } from '@/kit/form/FormDialog'
import { Notice } from '@/kit/Notice'
import { errorText, isShownAtField } from '@/lib/errors'
import { texts } from './texts'

interface StampsDialogProps {
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

/** StampsDialog is the form of one act that changes stamps, with its refusal. */
export function StampsDialog({
  title,
  words,
  form,
  act,
  failed,
  onSubmit,
  onClose,
  children,
}: StampsDialogProps) {
  return (
    <FormDialog
      title={title}
      words={{ cancel: texts.cancel, submit: words.save, busy: words.saving }}
      busy={act.isPending}
      form={form.element}
      onSubmit={() => act.isPending || onSubmit()}
      onClose={onClose}
      result={
        act.error !== null &&
        !isShownAtField(act.error, Object.keys(form.values)) && (
          <Notice tone="error" title={failed}>
            {errorText(act.error)}
          </Notice>
        )
      }
    >
      {children}
    </FormDialog>
  )
}
