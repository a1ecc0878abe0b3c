import { type ReactNode, useState } from 'react'
import { useIsDurable, useOutbox, useWaitingVisits } from '@/acts/staff/outbox/OutboxProvider'
import { useProtection } from '@/acts/staff/outbox/protection'
import { isWaiting, type WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { sayCustomer } from '@/acts/staff/sayVisit'
import { texts as actTexts } from '@/acts/staff/texts'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { sayMoment } from '@/lib/dates'
import { texts } from './texts'

const words = texts.dialog
const { discard } = actTexts.visit

interface OutboxDialogProps {
  open: boolean
  onClose: () => void
}

/** Lists waiting visits, and refused visits until a person settles them. */
export function OutboxDialog({ open, onClose }: OutboxDialogProps) {
  const outbox = useOutbox()
  const visits = useWaitingVisits()
  const isDurable = useIsDurable()
  const protection = useProtection(open)
  const waiting = visits.filter(isWaiting)
  const refusedVisits = visits.filter((visit) => !isWaiting(visit))
  const settle = (key: string) => void outbox?.settle(key)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.close}
          </Button>
          {waiting.length > 0 && <Button onClick={() => outbox?.flush()}>{actTexts.visit.sendNow}</Button>}
        </>
      }
    >
      {visits.length === 0 && <p>{words.none}</p>}
      {refusedVisits.length > 0 && (
        <section aria-label={words.refused} className="grid gap-2">
          <h3 className="font-semibold">{words.refused}</h3>
          <p className="text-ink-soft">{words.refusedDetail}</p>
          <ul className="divide-y divide-rule border-y border-rule">
            {refusedVisits.map((visit) => (
              <RefusedVisit key={visit.key} visit={visit} onSettle={() => settle(visit.key)} />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-label={words.waiting} className="grid gap-2">
          <h3 className="font-semibold">{words.waiting}</h3>
          {!isDurable && <p className="font-semibold">{texts.unsaved(waiting.length)}</p>}
          <p className="text-ink-soft">
            {isDurable ? words.waitingDetail(waiting.length) : words.unsavedDetail(waiting.length)}
          </p>
          <ul className="divide-y divide-rule border-y border-rule">
            {waiting.map((visit) => (
              <Waiting key={visit.key} visit={visit} onDiscard={() => settle(visit.key)} />
            ))}
          </ul>
          {isDurable && protection && <p className="text-ink-soft">{texts.protection[protection]}</p>}
        </section>
      )}
    </Dialog>
  )
}

function RefusedVisit({ visit, onSettle }: { visit: WaitingVisit; onSettle: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <Who visit={visit}>
        <p className="text-refused">
          {visit.refusal?.message} {visit.refusal?.hint}
        </p>
      </Who>
      <Button
        variant="secondary"
        arms={visit.key}
        aria-label={words.settleOf(sayCustomer(visit))}
        onClick={onSettle}
      >
        {words.settle}
      </Button>
    </li>
  )
}

/** Discarding takes two steps. */
function Waiting({ visit, onDiscard }: { visit: WaitingVisit; onDiscard: () => void }) {
  const [asked, setAsked] = useState(false)
  const who = sayCustomer(visit)
  if (asked) {
    return (
      <li className="py-2">
        <InlineConfirm
          question={discard.sure(who)}
          keep={discard.keep}
          confirm={discard.confirm}
          danger
          arms={visit.key}
          onKeep={() => setAsked(false)}
          onConfirm={onDiscard}
        />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <Who visit={visit} />
      <Button variant="quiet" aria-label={discard.of(who)} onClick={() => setAsked(true)}>
        {discard.act}
      </Button>
    </li>
  )
}

function Who({ visit, children }: { visit: WaitingVisit; children?: ReactNode }) {
  const timeZone = useTimeZone()
  return (
    <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
      <p translate="no" className="font-semibold">
        {sayCustomer(visit)}
      </p>
      <p className="text-small text-ink-soft">
        {sayMoment(new Date(visit.scannedAt).toISOString(), { timeZone })}
        {visit.authorized && <> · {words.authorized}</>}
      </p>
      {children}
    </div>
  )
}
