import type { ReactNode } from 'react'
import { businessTexts } from '@/acts/staff/businessTexts'
import { Disputes } from '@/kit/form/Dispute'
import { FormDialog } from '@/kit/form/FormDialog'
import { FormResult } from '@/kit/form/FormResult'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface ChangeDialogProps<Field extends string> {
  words: { title: ReactNode; submit: string; busy: string; labels: Record<Field, string> }
  form: {
    isDirty: boolean
    isUnchanged: boolean
    disputes: readonly Field[]
    isRestored: boolean
    reset: () => void
    errors: Partial<Record<string, string>>
    decide: (field: Field, use: 'theirs' | 'mine') => void
    submit: () => void
    save: {
      isPending: boolean
      error: unknown
      data: React.ComponentProps<typeof FormResult>['form']['save']['data']
    }
  }
  displayValue: (field: Field) => string
  onClose: () => void
  children: ReactNode
}

export function ChangeDialog<Field extends string>(props: ChangeDialogProps<Field>) {
  const { words, form, displayValue, onClose, children } = props
  const { save } = form
  const isUnplaced = save.error !== null && Object.keys(form.errors).length === 0
  return (
    <FormDialog
      title={words.title}
      words={{ cancel: texts.cancel, submit: words.submit, busy: words.busy }}
      busy={save.isPending}
      draft={form}
      onSubmit={form.submit}
      onClose={onClose}
      result={
        <>
          <FormResult
            form={form}
            labels={words.labels}
            done={businessTexts.saved}
            failed={businessTexts.failed}
            isQuiet
          />
          {isUnplaced && <Message text={`❌ ${errorText(save.error, businessTexts.failed)}`} />}
        </>
      }
    >
      {children}
      <Disputes form={form} labels={words.labels} saidIn={displayValue} />
    </FormDialog>
  )
}
