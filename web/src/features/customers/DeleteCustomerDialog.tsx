import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { customerQueries } from '@/api/customers'
import { deleteCustomer } from '@/api/records'
import type { Customer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { texts } from './texts'

interface DeleteCustomerDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

/** Asks before a customer leaves the lists, and then goes to the list. */
export function DeleteCustomerDialog({ customer, open, onClose }: DeleteCustomerDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const archive = useMutation({
    mutationFn: () => deleteCustomer(customer.id),
    onSuccess: async () => {
      notify.success(texts.removeCustomer.done(customer.name))
      await navigate({ to: '/app/customers/list' })
      client.removeQueries({ queryKey: ['customers', customer.id] })
      await client.invalidateQueries({ queryKey: customerQueries.all() })
    },
  })
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
        <Notice tone="error" title={texts.removeCustomer.failed}>
          {errorText(archive.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
