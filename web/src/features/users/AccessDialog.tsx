import { nameOf, useChangeAccess } from '@/acts/users'
import { userTexts } from '@/acts/userTexts'
import type { User } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Message } from '@/ui/Message'
import { withNames } from '@/ui/withNames'
import { texts } from './texts'

interface AccessDialogProps {
  /** Whom it is about; null while nothing is asked. */
  user: User | null
  onClose: () => void
}

/** Asks whether a person shall no longer sign in, or shall again. */
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
