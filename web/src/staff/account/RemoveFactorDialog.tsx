import { useRemoveOwnFactor } from '@/acts/staff/secondFactor'
import { secondFactorTexts } from '@/acts/staff/userTexts'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.factor.removal

export function RemoveFactorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const remove = useRemoveOwnFactor(onClose)
  return (
    <ConfirmDialog
      open={open}
      title={words.title}
      confirm={words.confirm}
      danger
      busy={remove.isPending}
      busyLabel={words.busy}
      onConfirm={() => remove.mutate()}
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
