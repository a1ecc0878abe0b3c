import { useRemovePasskey } from '@/acts/staff/passkeys'
import { passkeyTexts } from '@/acts/staff/userTexts'
import type { Passkey } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.passkeys.removal

interface RemovePasskeyDialogProps {
  passkey: Passkey | null
  onClose: () => void
}

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  const remove = useRemovePasskey(onClose)
  return (
    <ConfirmDialog
      open={passkey !== null}
      title={words.title}
      confirm={words.confirm}
      danger
      busy={remove.isPending}
      busyLabel={words.busy}
      onConfirm={() => passkey && remove.mutate(passkey)}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      {passkey && <p>{withNames(words.detail(passkey.name), passkey.name)}</p>}
      {remove.isError && <Message text={`❌ ${errorText(remove.error, passkeyTexts.failed)}`} />}
    </ConfirmDialog>
  )
}
