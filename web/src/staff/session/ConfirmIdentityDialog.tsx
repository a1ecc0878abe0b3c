import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskey } from '@/acts/shared/passkeys'
import { useReauthenticateByPasskey } from '@/acts/staff/passkeys'
import { useReauthenticate } from '@/acts/staff/secondFactor'
import { isApiError } from '@/api/error'
import { hasSecondFactor, secondFactorQuery } from '@/api/secondFactor'
import { Checkbox } from '@/kit/Checkbox'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { CodeField } from '@/shared/login/CodeField'
import { confirmIdentityTexts as texts } from './confirmIdentityTexts'
import { PasskeyConfirmation } from './PasskeyConfirmation'

const savedValues = { password: '', code: '' }

interface ConfirmIdentityDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

export function ConfirmIdentityDialog({ onConfirmed, onClose }: ConfirmIdentityDialogProps) {
  const [isVisible, setVisible] = useState(false)
  const [typesRecovery, setRecovery] = useState(false)
  const factor = useQuery(secondFactorQuery())
  const hasPasskey = canUsePasskey(factor.data)
  const needsCode = hasSecondFactor(factor.data)
  const hasApp = Boolean(factor.data?.enrolledAt)
  const isRecovery = typesRecovery || !hasApp
  const confirm = useReauthenticate(onConfirmed)
  const byPasskey = useReauthenticateByPasskey(onConfirmed)
  const form = useForm({
    savedValues,
    faultsIn: ({ password, code }) => ({
      ...(password === '' && { password: texts.missing }),
      ...(needsCode && code.trim() === '' && { code: texts.codeMissing }),
    }),
    refusal: confirm.error,
    onChange: () => confirm.isPending || confirm.reset(),
  })
  const isWrong = isApiError(confirm.error, 'WRONG_PASSWORD')
  const isWrongCode = isApiError(confirm.error, 'SECOND_FACTOR_REFUSED')
  const { code, ...password } = { code: form.values.code.trim(), password: form.values.password }

  return (
    <FormDialog
      title={texts.title}
      words={texts}
      busy={confirm.isPending}
      form={form.element}
      result={
        confirm.isError &&
        !isWrong &&
        !isWrongCode && <Message text={`❌ ${errorText(confirm.error, texts.failed)}`} />
      }
      onSubmit={() => form.check() && confirm.mutate({ ...password, ...(needsCode && { code }) })}
      onClose={onClose}
    >
      {hasPasskey && <PasskeyConfirmation confirm={byPasskey} />}
      <p>{hasPasskey ? texts.orPassword : texts.intro}</p>
      <TextField
        label={texts.password}
        type={isVisible ? 'text' : 'password'}
        autoComplete="current-password"
        {...form.text('password')}
        error={isWrong && confirm.error ? confirm.error.message : form.errors.password}
      />
      <Checkbox
        label={texts.show}
        checked={isVisible}
        onChange={(event) => setVisible(event.target.checked)}
      />
      {needsCode && (
        <>
          <CodeField
            value={form.values.code}
            recovery={isRecovery}
            error={isWrongCode && confirm.error ? confirm.error.message : form.errors.code}
            onChange={(code) => form.change({ code })}
          />
          {hasApp && (
            <Checkbox
              label={texts.useRecovery}
              checked={isRecovery}
              onChange={(event) => setRecovery(event.target.checked)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
