import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type BeginRegistration, useAddPasskey } from '@/acts/shared/passkeys'
import type { EnrolledFactor } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { TextField } from '@/kit/TextField'
import { errorText, fieldErrorsOf } from '@/lib/errors'
import { focusFirstError } from '@/lib/focusFirstError'
import { passkeyTexts } from './passkeyTexts'

const words = passkeyTexts.add
export const maxPasskeyName = 60

const suggestedName = () => (/Android|iPhone|iPad/.test(navigator.userAgent) ? words.mobile : words.computer)

interface AddPasskeyFormProps {
  begin: BeginRegistration
  token: () => string
  onAdded: (enrolledFactor: EnrolledFactor) => void
}

/** The browser asks for the finger, the face or the PIN. */
export function AddPasskeyForm({ begin, token, onAdded }: AddPasskeyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState<string>(suggestedName)
  const [isMissing, setMissing] = useState(false)
  const add = useAddPasskey(begin, token, onAdded)
  const atField = fieldErrorsOf(add.error).name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = name.trim() === ''
    setMissing(missing)
    if (missing) focusFirstError(form)
    else add.start(name.trim())
  }
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      <p>{words.needs}</p>
      {add.error && !atField && <Notice tone="error">{errorText(add.error, words.failed)}</Notice>}
      <TextField
        label={words.name}
        help={words.nameHelp}
        name="passkey-name"
        autoComplete="off"
        required
        maxLength={maxPasskeyName}
        value={name}
        error={isMissing ? words.missing : atField}
        onChange={(event) => {
          setMissing(false)
          setName(event.target.value)
        }}
      />
      <Button
        type="submit"
        wide
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        busy={add.isPending}
        busyLabel={words.creating}
      >
        {words.create}
      </Button>
    </form>
  )
}
