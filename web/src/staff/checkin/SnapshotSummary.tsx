import { useEffect, useState } from 'react'
import type { WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { useSnapshot, useSnapshotCustomer } from '@/acts/staff/snapshot/SnapshotProvider'
import { type SignatureStatus, verifySignature } from '@/acts/staff/snapshot/signature'
import type { KnownCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { positionOnCard } from '@/card/stamp-card/face'
import { sayMoment } from '@/lib/dates'
import { texts } from './texts'

const words = texts.recalled

export function SnapshotSummary({
  customer,
  pending = false,
}: {
  customer: KnownCustomer
  pending?: boolean
}) {
  const asOf = useSnapshot()?.asOf
  const timeZone = useTimeZone()
  const { owed } = customer
  return (
    <div className="grid gap-1 text-counter">
      <p className="font-semibold">
        {sayStamps(customer)} {pending && words.andThis}
      </p>
      {owed.length > 0 && (
        <p>
          {texts.owes([...new Set(owed)])} {words.needsNetwork}
        </p>
      )}
      {asOf && <p className="text-ink-soft">{words.asOf(sayMoment(asOf, { timeZone }))}</p>}
    </div>
  )
}

export function sayStamps({ stamps, target }: KnownCustomer): string {
  return words.stamps(positionOnCard(stamps, target), target)
}

/** Summary of a kept visit. For an unknown customer, says what the QR's signature proves. */
export function KeptVisitSummary({ visit }: { visit: WaitingVisit }) {
  const { subject } = visit
  const customer = useSnapshotCustomer('customerId' in subject ? subject.customerId : null)
  const status = useSignatureStatus(visit, customer !== null || visit.name !== '')
  if (customer) return <SnapshotSummary customer={customer} pending />
  return status && <p className="text-counter">{texts.kept[status]}</p>
}

/** The status of the QR's signature; null for a known customer, and until the signature is verified. */
function useSignatureStatus({ code, businessId }: WaitingVisit, isKnown: boolean): SignatureStatus | null {
  const qrKey = useSnapshot()?.qrKey ?? ''
  const [status, setStatus] = useState<SignatureStatus | null>(null)
  useEffect(() => {
    setStatus(null)
    if (!code || isKnown) return
    let here = true
    void verifySignature(code, businessId, qrKey).then((status) => here && setStatus(status))
    return () => {
      here = false
    }
  }, [code, businessId, qrKey, isKnown])
  return status
}
