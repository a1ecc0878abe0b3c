import { useRenamePasskey } from '@/acts/staff/passkeys'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { passkeyTexts } from '@/acts/staff/userTexts'
import type { Passkey } from '@/api/types'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { TextField } from '@/kit/TextField'
import { errorText, fieldErrorsOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { maxPasskeyName } from '@/shared/login/AddPasskeyForm'
import { texts } from './texts'

const words = texts.passkeys.renaming

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const rename = useRenamePasskey(onClose)
  const form = useForm({
    savedValues: { name: passkey.name },
    draft: useDialogDraft(`name of passkey ${passkey.id}`),
    faultsIn: ({ name }) => ({ ...(name.trim() === '' && { name: words.missing }) }),
    refusal: rename.error,
    onChange: () => rename.isPending || rename.reset(),
  })
  const submit = () => {
    if (!form.check()) return
    const name = form.values.name.trim()
    if (name === passkey.name) onClose()
    else rename.mutate({ passkey, name })
  }
  return (
    <FormDialog
      title={words.title}
      words={words}
      busy={rename.isPending}
      form={form.element}
      draft={form}
      result={
        rename.isError &&
        !fieldErrorsOf(rename.error).name && (
          <Message text={`❌ ${errorText(rename.error, passkeyTexts.renameFailed)}`} />
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        autoComplete="off"
        required
        maxLength={maxPasskeyName}
        {...form.text('name')}
      />
    </FormDialog>
  )
}
