import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useChangeCustomer } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useSignedIn } from '@/api'
import { recordQueries } from '@/api/records'
import type { Customer } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Fact } from '@/kit/FactList'
import { notify } from '@/kit/notify'
import { texts as shared } from '../texts'
import { texts } from './texts'

const words = texts.data.unproved

interface EmailFactProps {
  customer: Customer
  mayEdit: boolean
}

/** Lets administrators confirm an unverified e-mail, unless customers cannot sign in by e-mail. */
export function EmailFact({ customer, mayEdit }: EmailFactProps) {
  const fact = useRef<HTMLDivElement>(null)
  const { businessId } = useSignedIn()
  const ways = useQuery({ ...recordQueries.signInWays(businessId ?? ''), enabled: customer.emailUnproved })
  const isUnproved = customer.emailUnproved && ways.data?.email === true
  const save = useChangeCustomer(customer.id, {
    // The pressed button is gone, so the fact takes the focus.
    onSaved: () => fact.current?.focus(),
    onConflict: () => notify.info(words.met),
  })
  const prove = () =>
    save.mutate(
      { changes: { emailIsHers: true }, version: customer.version },
      { onError: (error) => notify.error(error, customerTexts.change.failed) },
    )
  return (
    <Fact name={texts.data.email}>
      <div ref={fact} tabIndex={-1} className="grid justify-items-end gap-1 outline-none">
        <span translate="no">{customer.email ? customer.email : shared.absent}</span>
        {isUnproved && <Badge tone="caution">{words.label}</Badge>}
        {isUnproved && mayEdit && (
          <>
            <span className="text-small font-normal text-ink-soft">{words.why}</span>
            <Button variant="secondary" busy={save.isPending} busyLabel={texts.edit.saving} onClick={prove}>
              {words.hers}
            </Button>
          </>
        )}
      </div>
    </Fact>
  )
}
