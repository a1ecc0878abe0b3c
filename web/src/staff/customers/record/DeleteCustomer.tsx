import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '@/api/types'
import { Button } from '@/kit/Button'
import { DeleteCustomerDialog } from './DeleteCustomerDialog'
import { texts } from './texts'

/** The button to delete a customer, at the end of the record, away from daily actions. */
export function DeleteCustomer({ customer }: { customer: Customer }) {
  const [deleting, setDeleting] = useState(false)
  return (
    <div className="flex justify-end border-t border-rule pt-4">
      <Button
        variant="quiet"
        className="text-refused"
        icon={<Trash2 aria-hidden="true" className="size-5 flex-none" />}
        onClick={() => setDeleting(true)}
      >
        {texts.record.remove}
      </Button>
      <DeleteCustomerDialog customer={customer} open={deleting} onClose={() => setDeleting(false)} />
    </div>
  )
}
