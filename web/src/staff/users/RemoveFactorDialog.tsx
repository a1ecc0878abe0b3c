import { useRemoveFactorOf } from '@/acts/staff/secondFactor'
import { nameOf } from '@/acts/staff/users'
import { secondFactorTexts } from '@/acts/staff/userTexts'
import type { User } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.factor

interface RemoveFactorDialogProps {
  user: User | null
  onClose: () => void
}

/** Removes the second factor of a user who lost the phone. */
export function RemoveFactorDialog({ user, onClose }: RemoveFactorDialogProps) {
  const remove = useRemoveFactorOf(onClose)
  return (
    <ConfirmDialog
      open={user !== null}
      title={user && withNames(words.title(nameOf(user)), nameOf(user))}
      confirm={words.confirm}
      danger
      busy={remove.isPending}
      busyLabel={words.busy}
      onConfirm={() => user && remove.mutate(user)}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      <p>{words.detail}</p>
      {remove.isError && <Message text={`❌ ${errorText(remove.error, secondFactorTexts.failed)}`} />}
    </ConfirmDialog>
  )
}
