import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRestoreDiscard } from '@/acts/staff/unverified'
import type { Discard, UnverifiedDay } from '@/api/types'
import { unverifiedQueries } from '@/api/unverified'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Notice } from '@/kit/Notice'
import { localDay, sayDay } from '@/lib/dates'
import { DiscardDialog } from './DiscardDialog'
import { unverifiedTexts as texts } from './unverifiedTexts'

export function UnverifiedHints() {
  const overview = useQuery(unverifiedQueries.overview()).data
  const [day, setDay] = useState<string | null>(null)
  return (
    <>
      {overview?.days
        .filter(({ unusual }) => unusual)
        .map(({ day, customers }) => (
          <Notice key={day} tone="warning" title={texts.unusual.title}>
            <p>{texts.unusual.detail(sayDay(day), customers)}</p>
            <Button variant="secondary" className="mt-2" onClick={() => setDay(day)}>
              {texts.unusual.look}
            </Button>
          </Notice>
        ))}
      {overview?.discards.map((discard) => (
        <DiscardHint key={discard.id} discard={discard} />
      ))}
      <DiscardDialog day={day} onClose={() => setDay(null)} />
    </>
  )
}

function DiscardHint({ discard }: { discard: Discard }) {
  const timeZone = useTimeZone()
  const restore = useRestoreDiscard()
  const say = (instant: string) => sayDay(localDay(new Date(instant), timeZone))
  return (
    <Notice tone="info" title={texts.discards.title(discard.customers)}>
      <p>{texts.discards.detail(say(discard.registeredAt), say(discard.restorableUntil))}</p>
      <Button
        variant="secondary"
        className="mt-2"
        busy={restore.isPending}
        busyLabel={texts.discards.restoring}
        onClick={() => restore.mutate(discard)}
      >
        {texts.discards.restore}
      </Button>
    </Notice>
  )
}

export function UnverifiedList() {
  const days = useQuery(unverifiedQueries.overview()).data?.days ?? []
  const [open, setOpen] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  if (days.length === 0) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {texts.all.open(days.reduce((sum, { customers }) => sum + customers, 0))}
      </Button>
      <Dialog open={open && day === null} onClose={() => setOpen(false)} title={texts.all.title}>
        <p>{texts.all.detail}</p>
        <ul className="grid gap-2">
          {days.map((day) => (
            <DayLine key={day.day} dayCount={day} onLook={() => setDay(day.day)} />
          ))}
        </ul>
      </Dialog>
      <DiscardDialog day={day} onClose={() => setDay(null)} />
    </>
  )
}

function DayLine({ dayCount: { day, customers }, onLook }: { dayCount: UnverifiedDay; onLook: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      {texts.all.day(sayDay(day), customers)}
      <Button variant="secondary" aria-label={texts.all.look(sayDay(day))} onClick={onLook}>
        {texts.unusual.look}
      </Button>
    </li>
  )
}
