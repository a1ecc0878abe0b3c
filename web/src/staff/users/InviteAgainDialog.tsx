import { useInviteAgain } from '@/acts/staff/invitations'
import { nameOf } from '@/acts/staff/users'
import type { User } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { InvitationDialog } from './InvitationDialog'
import { inviteTexts as words } from './inviteTexts'

interface InviteAgainDialogProps {
  user: User | null
  onClose: () => void
}

/** Makes a new link; the earlier link stops working. */
export function InviteAgainDialog({ user, onClose }: InviteAgainDialogProps) {
  const invite = useInviteAgain()
  const close = () => {
    invite.reset()
    onClose()
  }
  if (invite.isSuccess) return <InvitationDialog invitedUser={invite.data} onClose={close} />
  return (
    <ConfirmDialog
      open={user !== null}
      title={user && withNames(words.again.title(nameOf(user)), nameOf(user))}
      confirm={words.again.action}
      busy={invite.isPending}
      busyLabel={words.submitting}
      onConfirm={() => user && invite.mutate(user)}
      onClose={close}
    >
      <p>{words.again.detail}</p>
      {invite.isError && <Message text={`❌ ${errorText(invite.error, words.failed)}`} />}
    </ConfirmDialog>
  )
}
