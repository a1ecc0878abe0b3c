import { type FormEvent, type ReactNode, useId } from 'react'
import { businessTexts } from '@/acts/staff/businessTexts'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Disputes } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface ChangeDialogProps<Field extends string> {
  words: { title: string; submit: string; busy: string; labels: Record<Field, string> }
  form: {
    isDirty: boolean
    isUnchanged: boolean
    disputed: readonly Field[]
    errors: Partial<Record<string, string>>
    decide: (field: Field, use: 'theirs' | 'mine') => void
    submit: () => void
    save: {
      isPending: boolean
      error: unknown
      data: React.ComponentProps<typeof FormResult>['form']['save']['data']
    }
  }
  /** Returns a field's value in words. */
  displayValue: (field: Field) => string
  onClose: () => void
  children: ReactNode
}

/** ChangeDialog edits a business in a form. */
export function ChangeDialog<Field extends string>(props: ChangeDialogProps<Field>) {
  const { words, form, displayValue: saidIn, onClose, children } = props
  const id = useId()
  const { save } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const isUnplaced = save.error !== null && Object.keys(form.errors).length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      busy={save.isPending}
      title={words.title}
      actions={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={id} busy={save.isPending} busyLabel={words.busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        {children}
        <Disputes form={form} labels={words.labels} saidIn={saidIn} />
      </form>
      <FormResult
        form={form}
        labels={words.labels}
        done={businessTexts.saved}
        failed={businessTexts.failed}
        isQuiet
      />
      {isUnplaced && <Message text={`❌ ${errorText(save.error, businessTexts.failed)}`} />}
    </Dialog>
  )
}
