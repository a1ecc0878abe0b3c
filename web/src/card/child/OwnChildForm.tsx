import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { type ChildDraft, ChildForm } from './ChildForm'
import { texts } from './texts'

interface OwnChildFormProps {
  /** How far adding is: busy, or why it did not succeed. */
  adding: {
    busy: boolean
    failure: Error | null
    add: (child: ChildDraft) => void
    /** Forgets why it did not: the next child is another. */
    forget: () => void
  }
  onCancel: () => void
}

/** The form of a child on the pages for customers: her guardian fills it in. */
export function OwnChildForm({ adding: { add, failure, forget, ...adding }, onCancel }: OwnChildFormProps) {
  return (
    <ChildForm
      {...adding}
      words={texts.own}
      failure={failure}
      notice={
        failure && (
          <Notice tone="error" title={texts.own.failed}>
            {errorText(failure)}
          </Notice>
        )
      }
      onAdd={add}
      onCancel={() => {
        forget()
        onCancel()
      }}
    />
  )
}
