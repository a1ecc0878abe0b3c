import type { FormEvent } from 'react'
import { TextField } from '@/kit/TextField'
import { type Faults, useForm } from '@/lib/useForm'
import { texts } from './texts'

interface NameFormProps {
  id: string
  name?: string
  error: Error | null
  onSubmit: (name: string) => void
}

const faultsIn = ({ name }: { name: string }): Faults =>
  name.trim() === '' ? { name: texts.add.missing } : {}

export function NameForm({ id, name: former = '', error, onSubmit }: NameFormProps) {
  const form = useForm({ saved: { name: former }, faultsIn, refusal: error })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.check()) onSubmit(form.values.name.trim())
  }
  return (
    <form ref={form.element} id={id} onSubmit={submit} noValidate>
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
