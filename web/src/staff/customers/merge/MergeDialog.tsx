import { useState } from 'react'
import { useMergeCustomers } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import type { Customer } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { withNames } from '@/kit/withNames'
import { RecordLine, RecordSearch } from './RecordSearch'
import { texts } from './texts'

interface MergeDialogProps {
  customer: Customer
  open: boolean
  onClose: () => void
}

export function MergeDialog({ customer, open, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<Customer | null>(null)
  const merge = useMergeCustomers(customer, close)
  function close() {
    setOther(null)
    merge.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={merge.isPending}
      title={withNames(texts.dialog(customer.name), customer.name)}
      actions={
        <>
          <Button variant="secondary" disabled={merge.isPending} onClick={close}>
            {texts.cancel}
          </Button>
          {other && (
            <Button
              arms={other.id}
              busy={merge.isPending}
              busyLabel={texts.busy}
              onClick={() => merge.mutate(other)}
            >
              {texts.confirm}
            </Button>
          )}
        </>
      }
    >
      {other ? (
        <Effects
          keptCustomer={customer}
          mergedCustomer={other}
          onChange={() => {
            setOther(null)
            merge.reset()
          }}
        />
      ) : (
        <RecordSearch exceptId={customer.id} onChoose={setOther} />
      )}
      {merge.isError && <ActFailed title={customerTexts.merge.failed} error={merge.error} />}
    </Dialog>
  )
}

function Effects({
  keptCustomer,
  mergedCustomer,
  onChange,
}: {
  keptCustomer: Customer
  mergedCustomer: Customer
  onChange: () => void
}) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-box border border-rule bg-well p-3">
        <RecordLine customer={mergedCustomer} />
        <Button variant="secondary" onClick={onChange}>
          {texts.change}
        </Button>
      </div>
      <section aria-label={texts.happens} className="grid gap-2">
        <h3 className="font-bold">{texts.happens}</h3>
        <ul className="grid list-disc gap-1.5 pl-5">
          {texts.effects(keptCustomer.name, mergedCustomer.name, mergedCustomer.visitsCount).map((effect) => (
            <li key={effect}>{withNames(effect, keptCustomer.name, mergedCustomer.name)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
