import { useState } from 'react'
import { useChangeQr } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import type { Customer } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { Button } from '@/kit/Button'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

const words = texts.changeQr

export function ChangeQr({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState(false)
  const change = useChangeQr(customer, () => setOpen(false))
  const close = () => {
    change.reset()
    setOpen(false)
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.action}
      </Button>
      <ConfirmDialog
        open={open}
        title={withNames(words.askTitle(customer.name), customer.name)}
        confirm={words.confirm}
        danger
        busy={change.isPending}
        busyLabel={words.busy}
        onConfirm={() => change.mutate()}
        onClose={close}
      >
        <p>{words.askDetail}</p>
        {change.isError && <ActFailed title={customerTexts.changeQr.failed} error={change.error} />}
      </ConfirmDialog>
    </>
  )
}
