import { childTexts, useAddChild } from '@/acts/staff/children'
import type { Customer } from '@/api/types'
import { ChildForm } from '@/card/child/ChildForm'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface ChildOfProps {
  guardian: Customer
  name: string
  onDone: () => void
}

/** Offers to add the new person as a child of a guardian who is at the counter. */
export function ChildOf({ guardian, name, onDone }: ChildOfProps) {
  const add = useAddChild(guardian.id, onDone)
  return (
    <ChildForm
      words={{ ...texts.form, consent: texts.form.consent(guardian.name) }}
      name={name}
      busy={add.isPending}
      failure={add.error}
      notice={add.isError && <Message text={`❌ ${errorText(add.error, childTexts.failed)}`} />}
      onAdd={(child) => add.mutate(child)}
      onCancel={onDone}
    />
  )
}
