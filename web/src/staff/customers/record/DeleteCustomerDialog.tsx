import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useArchiveCustomer } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { recordQueries } from '@/api/records'
import type { Customer } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { withNames } from '@/kit/withNames'
import { texts as childTexts } from '../children/texts'
import { texts } from './texts'

interface DeleteCustomerDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

export function DeleteCustomerDialog({ customer, open, onClose }: DeleteCustomerDialogProps) {
  const navigate = useNavigate()
  const { data: children } = useQuery(recordQueries.children(customer.id))
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
      title={withNames(texts.removeCustomer.title(customer.name), customer.name)}
      confirm={texts.removeCustomer.confirm(customer.name)}
      label={withNames(texts.removeCustomer.confirm(customer.name), customer.name)}
      danger
      busy={archive.isPending}
      busyLabel={texts.removeCustomer.busy}
      onConfirm={() => archive.mutate()}
      onClose={close}
    >
      <p>{texts.removeCustomer.detail}</p>
      {children && children.items.length > 0 && (
        <p>{childTexts.goToo(children.items.map(({ name }) => name))}</p>
      )}
      {archive.isError && <ActFailed title={customerTexts.archive.failed} error={archive.error} />}
    </ConfirmDialog>
  )
}
