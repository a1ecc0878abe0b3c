import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { type ChildDraft, ChildForm } from './ChildForm'
import { texts } from './texts'

interface OwnChildFormProps {
  adding: {
    busy: boolean
    failure: Error | null
    add: (child: ChildDraft) => void
    forget: () => void
  }
  onCancel: () => void
}

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
