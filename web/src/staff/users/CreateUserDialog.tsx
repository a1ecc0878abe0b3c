import type { useCreateUser } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'
import { UserFields, useUserForm } from './UserFields'

interface CreateUserDialogProps {
  create: ReturnType<typeof useCreateUser>
  onClose: () => void
}

/** Creates a user with a password, which the creator passes on. */
export function CreateUserDialog({ create, onClose }: CreateUserDialogProps) {
  const { form, submit } = useUserForm(create, onClose)
  return (
    <FormDialog
      title={texts.create.title}
      words={{ cancel: texts.cancel, submit: texts.create.submit, busy: texts.create.submitting }}
      busy={create.isPending}
      form={form.element}
      result={create.isError && <Message text={`❌ ${errorText(create.error, userTexts.create.failed)}`} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields form={form} create={create} />
    </FormDialog>
  )
}
