import { useMutation, useQueryClient } from '@tanstack/react-query'
import { recordQueries, unsubscribeCustomer } from '@/api/records'
import type { Customer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { texts } from './texts'

const words = texts.consents

interface UnsubscribeDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

/** Asks before the staff records that a customer wants no more marketing. */
export function UnsubscribeDialog({ customer, open, onClose }: UnsubscribeDialogProps) {
  const client = useQueryClient()
  const unsubscribe = useMutation({
    mutationFn: () => unsubscribeCustomer(customer.id),
    onSuccess: () => {
      notify.success(words.done(customer.name))
      onClose()
      return client.invalidateQueries(recordQueries.consents(customer.id))
    },
  })
  const close = () => {
    unsubscribe.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      title={words.askTitle(customer.name)}
      confirm={words.confirm}
      busy={unsubscribe.isPending}
      busyLabel={words.busy}
      onConfirm={() => unsubscribe.mutate()}
      onClose={close}
    >
      <p>{words.askDetail}</p>
      <p className="text-ink-soft">{words.askBack}</p>
      {unsubscribe.isError && (
        <Notice tone="error" title={words.askFailed}>
          {errorText(unsubscribe.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
