import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useChangeCustomer } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { businessQuery } from '@/api/customers'
import type { Customer } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Fact } from '@/kit/FactList'
import { notify } from '@/kit/notify'
import { sayDay } from '@/lib/dates'
import { formatPhone } from '@/lib/phone'
import { isNotSending } from '@/lib/whatsapp'
import { texts as shared } from '../texts'
import { texts } from './texts'

const words = texts.data.unprovedPhone

interface PhoneFactProps {
  customer: Customer
  mayEdit: boolean
}

/** Administrators can confirm an unverified phone. */
export function PhoneFact({ customer, mayEdit }: PhoneFactProps) {
  const whatsapp = useQuery(businessQuery()).data?.whatsapp
  const fact = useRef<HTMLDivElement>(null)
  const save = useChangeCustomer(customer.id, {
    onSaved: () => {
      notify.info(words.confirmed)
      // The pressed button is gone, so the fact takes the focus.
      fact.current?.focus()
    },
    onConflict: () => notify.info(words.met),
  })
  const confirm = () =>
    save.mutate(
      { changes: { phoneIsHers: true }, version: customer.version },
      { onError: (error) => notify.error(error, customerTexts.change.failed) },
    )
  return (
    <Fact name={texts.data.phone}>
      <div ref={fact} tabIndex={-1} className="grid justify-items-end gap-1 outline-none">
        <span translate="no">{customer.phone ? formatPhone(customer.phone) : shared.absent}</span>
        {customer.phoneReleasedAt && (
          <span className="text-small font-normal text-ink-soft">
            <Badge tone="caution">{texts.data.released.label}</Badge>{' '}
            {texts.data.released.why(sayDay(customer.phoneReleasedAt.slice(0, 'YYYY-MM-DD'.length)))}
          </span>
        )}
        {customer.phoneUnproved && <Badge tone="caution">{words.label}</Badge>}
        {customer.phoneUnproved && mayEdit && (
          <>
            <span className="text-small font-normal text-ink-soft">
              {isNotSending(whatsapp) ? words.whyNotLeaving : words.why}
            </span>
            <Button variant="secondary" busy={save.isPending} busyLabel={texts.edit.saving} onClick={confirm}>
              {words.confirm}
            </Button>
          </>
        )}
      </div>
    </Fact>
  )
}
