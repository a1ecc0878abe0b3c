import { useEffect, useState } from 'react'
import type { WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { useKnownCustomer, useSnapshot } from '@/acts/staff/snapshot/SnapshotProvider'
import { type Standing, standingOf } from '@/acts/staff/snapshot/signature'
import type { KnownCustomer } from '@/api/types'
import { positionOnCard } from '@/card/stamp-card/face'
import { sayMoment } from '@/lib/dates'
import { texts } from './texts'

const words = texts.recalled

/** What this device knows of a customer by itself, from when that is, and what it cannot do. */
export function Recalled({ known, pending = false }: { known: KnownCustomer; pending?: boolean }) {
  const asOf = useSnapshot()?.asOf
  const { owed } = known
  return (
    <div className="grid gap-1 text-counter">
      <p className="font-semibold">
        {sayStamps(known)} {pending && words.andThis}
      </p>
      {owed.length > 0 && (
        <p>
          {texts.owes([...new Set(owed)])} {words.needsNetwork}
        </p>
      )}
      {asOf && <p className="text-ink-soft">{words.asOf(sayMoment(asOf))}</p>}
    </div>
  )
}

/** How full the card was: of an earlier round nothing is left. */
export function sayStamps({ stamps, target }: KnownCustomer): string {
  return words.stamps(positionOnCard(stamps, target), target)
}

/** Whose visit is kept, so far as can be told without asking; a customer whom nobody here knows stands by her code. */
export function RecalledVisit({ visit }: { visit: WaitingVisit }) {
  const { subject } = visit
  const known = useKnownCustomer('customerId' in subject ? subject.customerId : null)
  const standing = useStanding(visit, known !== null || visit.name !== '')
  if (known) return <Recalled known={known} pending />
  return standing && <p className="text-counter">{texts.kept[standing]}</p>
}

/** What the code says of itself; null where it need not speak, and until it is known. */
function useStanding({ code, businessId }: WaitingVisit, isKnown: boolean): Standing | null {
  const qrKey = useSnapshot()?.qrKey ?? ''
  const [standing, setStanding] = useState<Standing | null>(null)
  useEffect(() => {
    setStanding(null)
    if (!code || isKnown) return
    let here = true
    void standingOf(code, businessId, qrKey).then((found) => here && setStanding(found))
    return () => {
      here = false
    }
  }, [code, businessId, qrKey, isKnown])
  return standing
}
