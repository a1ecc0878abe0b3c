import { type FormEvent, useState } from 'react'
import { isApiError } from '@/api/error'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

interface NameFormProps {
  id: string
  /** What it is called so far. */
  name?: string
  error: unknown
  onSubmit: (name: string) => void
}

/** The one field of a device. */
export function NameForm({ id, name: former = '', error, onSubmit }: NameFormProps) {
  const [name, setName] = useState(former)
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim()) onSubmit(name.trim())
  }
  const refused = isApiError(error) ? error.fieldErrors.name : undefined
  return (
    <form id={id} onSubmit={submit} noValidate>
      <TextField
        label={texts.add.name}
        help={texts.add.nameHelp}
        error={missing ? texts.add.missing : refused}
        value={name}
        maxLength={60}
        autoFocus
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
    </form>
  )
}
