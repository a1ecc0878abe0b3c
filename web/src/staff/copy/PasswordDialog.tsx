import { useState } from 'react'
import { useOwnCopy } from '@/acts/staff/ownCopy'
import { isApiError } from '@/api/error'
import type { OwnCopy } from '@/api/ownCopy'
import { Checkbox } from '@/kit/Checkbox'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { texts } from './texts'

const { confirm } = texts
const saved = { password: '' }

/** PasswordDialog asks for the user's own password and then downloads a copy. */
export function PasswordDialog({ copy, onClose }: { copy: OwnCopy; onClose: () => void }) {
  const [isChecked, setChecked] = useState(false)
  const [isVisible, setVisible] = useState(false)
  const download = useOwnCopy(onClose)
  const form = useForm({
    saved,
    refusal: download.error,
    onChange: () => download.isPending || download.reset(),
  })
  const { password } = form.values
  const isWrong = isApiError(download.error, 'WRONG_PASSWORD')
  const missing = isChecked && password === '' ? confirm.missing : undefined

  const submit = () => {
    setChecked(true)
    if (password !== '' && !download.isPending) download.mutate({ copy, password })
  }
  return (
    <FormDialog
      title={confirm.titles[copy]}
      words={confirm}
      busy={download.isPending}
      form={form.element}
      result={
        download.isError && !isWrong && <Message text={`❌ ${errorText(download.error, confirm.failed)}`} />
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={confirm.password}
        type={isVisible ? 'text' : 'password'}
        autoComplete="current-password"
        help={confirm.wait}
        {...form.text('password')}
        error={isWrong && download.error ? download.error.message : missing}
      />
      <Checkbox
        label={confirm.show}
        checked={isVisible}
        onChange={(event) => setVisible(event.target.checked)}
      />
    </FormDialog>
  )
}
