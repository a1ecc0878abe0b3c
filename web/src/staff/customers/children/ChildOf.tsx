import { childTexts, useAddChild } from '@/acts/staff/children'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import type { Customer } from '@/api/types'
import { ChildForm } from '@/card/child/ChildForm'
import { WrittenBirthdayField } from '@/card/WrittenBirthdayField'
import { dayFault } from '@/kit/dayFault'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { parseDay } from '@/lib/parseDay'
import { texts } from './texts'

interface ChildOfProps {
  guardian: Customer
  name: string
  onDone: () => void
}

/** The form that adds a child of a guardian who is present. */
export function ChildOf({ guardian, name, onDone }: ChildOfProps) {
  const add = useAddChild(guardian.id, onDone)
  const draft = useDialogDraft(`child of ${guardian.id}`)
  return (
    <ChildForm
      words={{ ...texts.form, consent: texts.form.consent(guardian.name) }}
      name={name}
      busy={add.isPending}
      failure={add.error}
      notice={add.isError && <Message text={`❌ ${errorText(add.error, childTexts.failed)}`} />}
      draft={draft}
      Birthday={WrittenBirthdayField}
      birthdayFault={dayFault}
      onAdd={(child) => add.mutate({ ...child, birthday: parseDay(child.birthday) ?? '' })}
      onCancel={onDone}
    />
  )
}
