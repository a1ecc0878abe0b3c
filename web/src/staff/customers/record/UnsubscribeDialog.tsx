import { useUnsubscribe } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import type { Customer } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

const words = texts.consents

interface UnsubscribeDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

export function UnsubscribeDialog({ customer, open, onClose }: UnsubscribeDialogProps) {
  const unsubscribe = useUnsubscribe(customer, onClose)
  const close = () => {
    unsubscribe.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      title={withNames(words.askTitle(customer.name), customer.name)}
      confirm={words.confirm}
      costly
      busy={unsubscribe.isPending}
      busyLabel={words.busy}
      onConfirm={() => unsubscribe.mutate()}
      onClose={close}
    >
      <p>{words.askDetail}</p>
      <p className="text-ink-soft">{words.askBack}</p>
      {unsubscribe.isError && (
        <ActFailed title={customerTexts.unsubscribe.failed} error={unsubscribe.error} />
      )}
    </ConfirmDialog>
  )
}
