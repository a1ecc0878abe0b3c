import { useNavigate } from '@tanstack/react-router'
import { useArchiveCustomer } from '@/acts/customers'
import { customerTexts } from '@/acts/customerTexts'
import type { Customer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { texts } from './texts'

interface DeleteCustomerDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

/** Asks before a customer leaves the lists, and then goes to the list. */
export function DeleteCustomerDialog({ customer, open, onClose }: DeleteCustomerDialogProps) {
  const navigate = useNavigate()
  const archive = useArchiveCustomer(customer, () =>
    navigate({ to: '/app/customers/list', ignoreBlocker: true }),
  )
  const close = () => {
    archive.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      title={texts.removeCustomer.title(customer.name)}
      confirm={texts.removeCustomer.confirm(customer.name)}
      danger
      busy={archive.isPending}
      busyLabel={texts.removeCustomer.busy}
      onConfirm={() => archive.mutate()}
      onClose={close}
    >
      <p>{texts.removeCustomer.detail}</p>
      {archive.isError && (
        <Notice tone="error" title={customerTexts.archive.failed}>
          {errorText(archive.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
