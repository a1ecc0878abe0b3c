import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { deviceTexts, useSettleHandedVisit } from '@/acts/staff/devices'
import { texts as actTexts } from '@/acts/staff/texts'
import type { Device, HandedVisit } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { sayClock, sayExactly, sayNearDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { formatPhone } from '@/lib/phone'
import { texts } from './texts'

const words = texts.handedOver
const { discard } = actTexts.visit

export function HandedVisits({ device }: { device: Device }) {
  const { handed: handedVisits } = device
  const isOpen = handedVisits.some(({ outcome }) => outcome === null)
  return (
    <section
      aria-label={words.title(handedVisits.length)}
      className="grid gap-2 rounded-box border border-rule bg-well p-4"
    >
      <h4 className="font-semibold">{words.title(handedVisits.length)}</h4>
      {isOpen && <p className="text-ink-soft">{words.detail}</p>}
      <VisitList deviceId={device.id} visits={handedVisits} />
    </section>
  )
}

/** `deviceId` null: visits of unnamed devices. */
export function VisitList({ deviceId, visits }: { deviceId: string | null; visits: readonly HandedVisit[] }) {
  return (
    <ul className="divide-y divide-rule">
      {visits.map((visit) => (
        <Entry key={visit.id} deviceId={deviceId} visit={visit} />
      ))}
    </ul>
  )
}

function Entry({ deviceId, visit }: { deviceId: string | null; visit: HandedVisit }) {
  const [asked, setAsked] = useState(false)
  const settle = useSettleHandedVisit(deviceId, visit.id)
  const who = visit.customerName ?? (visit.phone ? formatPhone(visit.phone) : words.unknown)
  return (
    <li className="grid gap-2 py-3 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Who visit={visit} who={who} />
        {visit.outcome ? (
          <Badge tone={visit.outcome === 'DISCARDED' ? 'plain' : 'good'}>
            {words.outcome[visit.outcome]}
          </Badge>
        ) : (
          !asked && (
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" aria-label={discard.of(who)} onClick={() => setAsked(true)}>
                {discard.act}
              </Button>
              <Button
                variant="secondary"
                arms={visit.id}
                busy={settle.isPending}
                aria-label={deviceId ? words.registerOf(who) : words.acceptOf(who)}
                onClick={() => settle.mutate('register')}
              >
                {deviceId ? words.register : words.accept}
              </Button>
            </div>
          )
        )}
      </div>
      {asked && !visit.outcome && (
        <InlineConfirm
          question={discard.sure(who)}
          keep={discard.keep}
          confirm={discard.confirm}
          danger
          arms={`discard ${visit.id}`}
          busy={settle.isPending}
          onKeep={() => setAsked(false)}
          onConfirm={() => settle.mutate('discard')}
        />
      )}
      {settle.isError && <Message text={`❌ ${errorText(settle.error, deviceTexts.settle.failed)}`} />}
    </li>
  )
}

function Who({ visit, who }: { visit: HandedVisit; who: string }) {
  const timeZone = useTimeZone()
  const { customerId, customerName, visitedAt, scannedBy, settledBy, authorized, clockSkewMs } = visit
  const notes = [
    scannedBy && words.by(scannedBy),
    authorized && words.authorized,
    clockSkewMs !== null && words.skewed,
    settledBy && words.settledBy(settledBy),
  ].filter(Boolean)
  return (
    <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
      <p translate="no" className="font-semibold">
        {customerId && customerName ? (
          <Link to="/app/customers/$id" params={{ id: customerId }} className="underline underline-offset-4">
            {who}
          </Link>
        ) : (
          who
        )}
      </p>
      <p className="text-small text-ink-soft">
        {/* The day itself, because it decides whether the visit counts. */}
        <time dateTime={visitedAt} title={sayExactly(visitedAt, timeZone)}>
          {sayNearDay(visitedAt, { timeZone })}, {sayClock(visitedAt, timeZone)}
        </time>
        {withNames(notes.map((note) => ` · ${note}`).join(''), scannedBy, settledBy)}
      </p>
      {visit.notes && <p className="text-small">{visit.notes}</p>}
    </div>
  )
}
