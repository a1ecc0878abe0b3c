import { nameOf, useChangeAccess } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import type { User } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface AccessDialogProps {
  user: User | null
  onClose: () => void
}

export function AccessDialog({ user, onClose }: AccessDialogProps) {
  const change = useChangeAccess(onClose)
  const close = () => {
    change.reset()
    onClose()
  }
  const words = user?.disabled ? texts.enable : texts.disable
  return (
    <ConfirmDialog
      open={user !== null}
      title={user && withNames(words.title(nameOf(user)), nameOf(user))}
      confirm={user ? words.actionOf(nameOf(user)) : ''}
      label={user && withNames(words.actionOf(nameOf(user)), nameOf(user))}
      danger={user?.disabled === false}
      busy={change.isPending}
      busyLabel={words.busy}
      onConfirm={() => user && change.mutate(user)}
      onClose={close}
    >
      <p>{words.detail}</p>
      {change.isError && <Message text={`❌ ${errorText(change.error, userTexts.access.failed)}`} />}
    </ConfirmDialog>
  )
}
