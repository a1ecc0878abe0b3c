import { CloudOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useIsDurable, useLostVisits, useWaitingVisits } from '@/acts/staff/outbox/OutboxProvider'
import { isWaiting } from '@/acts/staff/outbox/waitingVisit'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { sayMoment } from '@/lib/dates'
import { LostVisits } from './LostVisits'
import { OutboxDialog } from './OutboxDialog'
import { texts } from './texts'

/** Shown on every screen while visits wait, or were refused or lost. */
export function OutboxBanner() {
  const visits = useWaitingVisits()
  const lostVisits = useLostVisits()
  const [open, setOpen] = useState(false)
  const waiting = visits.filter(isWaiting)
  const refusedCount = visits.length - waiting.length
  const [oldest] = waiting
  const isDurable = useIsDurable()
  const Mark = refusedCount > 0 || !isDurable ? TriangleAlert : CloudOff
  return (
    <>
      <div role="status" aria-label={texts.label}>
        {lostVisits && <LostVisits loss={lostVisits} />}
        {visits.length > 0 && (
          <div className="border-b border-rule bg-caution-wash">
            <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 sm:px-6">
              <Mark aria-hidden="true" className="size-5 flex-none" />
              <p className="min-w-0 flex-1">
                {refusedCount > 0 && <strong>{texts.refused(refusedCount)} </strong>}
                {oldest && <Waiting count={waiting.length} since={oldest.scannedAt} isDurable={isDurable} />}
              </p>
              <Button variant="quiet" onClick={() => setOpen(true)}>
                {texts.see}
              </Button>
            </div>
          </div>
        )}
      </div>
      <OutboxDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

interface WaitingProps {
  count: number
  since: number
  isDurable: boolean
}

function Waiting({ count, since, isDurable }: WaitingProps) {
  const timeZone = useTimeZone()
  return (
    <>
      <strong>{texts.waiting(count, sayMoment(new Date(since).toISOString(), { timeZone }))}</strong>{' '}
      {isDurable ? (
        <span className="max-sm:sr-only">{texts.selfSent(count)}</span>
      ) : (
        <span>{texts.unsaved(count)}</span>
      )}
    </>
  )
}
