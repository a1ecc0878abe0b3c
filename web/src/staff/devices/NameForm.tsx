import type { FormEvent } from 'react'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { TextField } from '@/kit/TextField'
import { type Faults, useForm } from '@/lib/useForm'
import { texts } from './texts'

interface NameFormProps {
  id: string
  draft: string
  name?: string
  error: Error | null
  onSubmit: (name: string) => void
}

const faultsIn = ({ name }: { name: string }): Faults =>
  name.trim() === '' ? { name: texts.add.missing } : {}

export function NameForm({ id, draft, name: former = '', error, onSubmit }: NameFormProps) {
  const form = useForm({
    savedValues: { name: former },
    faultsIn,
    refusal: error,
    draft: useDialogDraft(draft),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.check()) onSubmit(form.values.name.trim())
  }
  return (
    <form ref={form.element} id={id} onSubmit={submit} noValidate className="grid gap-4">
      <UnsavedChanges when={form.isDirty} />
      {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      <TextField
        label={texts.add.name}
        help={texts.add.nameHelp}
        {...form.text('name')}
        maxLength={60}
        autoFocus
        autoComplete="off"
      />
    </form>
  )
}
