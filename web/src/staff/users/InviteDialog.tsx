import { useState } from 'react'
import { useInvite } from '@/acts/staff/invitations'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { useSignedIn } from '@/api'
import type { InvitedUser } from '@/api/types'
import { rolesToCreate } from '@/api/users'
import { texts as roleWords } from '@/card/roles/texts'
import { emailFault } from '@/kit/emailFault'
import { FormDialog } from '@/kit/form/FormDialog'
import { Message } from '@/kit/Message'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { errorText, isShownAtField } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { InvitationDialog } from './InvitationDialog'
import { inviteTexts as words } from './inviteTexts'
import { texts } from './texts'

const blank: { name: string; email: string; role: 'BARBER' | 'ADMIN' } = {
  name: '',
  email: '',
  role: 'BARBER',
}
const fields = Object.keys(blank)

/** Creates an account without a password, and shows the link with which the user joins. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invitedUser, setInvitedUser] = useState<InvitedUser | null>(null)
  if (invitedUser) return <InvitationDialog invitedUser={invitedUser} onClose={onClose} />
  return <InviteForm onInvited={setInvitedUser} onClose={onClose} />
}

interface InviteFormProps {
  onInvited: (invitedUser: InvitedUser) => void
  onClose: () => void
}

function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const invite = useInvite()
  const roles = rolesToCreate(useSignedIn().role)
  const form = useForm({
    savedValues: blank,
    draft: useDialogDraft('invitation'),
    refusal: invite.error,
    faultsIn: ({ email }) => {
      const wrong = emailFault(email)
      return wrong ? { email: wrong } : {}
    },
  })
  const submit = () => {
    if (invite.isPending || !form.check()) return
    const { name, email, role } = form.values
    invite.mutate({ name: name.trim(), email: email.trim(), role }, { onSuccess: onInvited })
  }
  return (
    <FormDialog
      title={words.title}
      words={{ cancel: texts.cancel, submit: words.submit, busy: words.submitting }}
      busy={invite.isPending}
      form={form.element}
      draft={form}
      result={
        invite.isError &&
        !isShownAtField(invite.error, fields) && (
          <Message text={`❌ ${errorText(invite.error, words.failed)}`} />
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink-soft">{words.intro}</p>
      <TextField label={words.name} optional autoComplete="off" maxLength={120} {...form.text('name')} />
      <TextField
        label={words.email}
        help={words.emailHelp}
        type="email"
        required
        autoComplete="off"
        maxLength={254}
        {...form.text('email')}
      />
      <SelectField
        label={words.role}
        help={texts.create.roleHelp[form.values.role]}
        options={roles.map((value) => ({ value, label: roleWords.user[value] }))}
        {...form.text('role')}
      />
    </FormDialog>
  )
}
