import { useUnsubscribe } from '@/acts/customers'
import { customerTexts } from '@/acts/customerTexts'
import type { Customer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { withNames } from '@/ui/withNames'
import { texts } from './texts'

const words = texts.consents

interface UnsubscribeDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

/** Asks before the staff records that a customer wants no more marketing. */
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
      busy={unsubscribe.isPending}
      busyLabel={words.busy}
      onConfirm={() => unsubscribe.mutate()}
      onClose={close}
    >
      <p>{words.askDetail}</p>
      <p className="text-ink-soft">{words.askBack}</p>
      {unsubscribe.isError && (
        <Notice tone="error" title={customerTexts.unsubscribe.failed}>
          {errorText(unsubscribe.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
