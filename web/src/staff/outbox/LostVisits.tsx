import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useOutbox } from '@/acts/staff/outbox/OutboxProvider'
import type { VisitCount } from '@/acts/staff/outbox/visitCountCookie'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { sayClock, sayNearDay } from '@/lib/dates'
import { texts } from './texts'

const words = texts.lost

/** Reports lost visits. Acknowledging takes two steps. */
export function LostVisits({ loss }: { loss: VisitCount }) {
  const outbox = useOutbox()
  const [asked, setAsked] = useState(false)
  const timeZone = useTimeZone()
  return (
    <div className="border-b border-rule bg-refused-wash">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none self-start text-refused" />
        <p className="min-w-0 flex-1 basis-60">
          <strong>{words.what(loss.count, sayWhen(loss, timeZone))}</strong> {words.detail(loss.count)}
        </p>
        {asked ? (
          <div className="flex flex-wrap items-center gap-2">
            <p className="font-semibold max-sm:w-full">{words.sure}</p>
            <Button variant="secondary" autoFocus onClick={() => setAsked(false)}>
              {words.keep}
            </Button>
            <Button variant="danger" arms="lost" onClick={() => outbox?.acknowledgeLoss()}>
              {words.removeNow}
            </Button>
          </div>
        ) : (
          <Button variant="secondary" onClick={() => setAsked(true)}>
            {words.remove}
          </Button>
        )}
      </div>
    </div>
  )
}

function sayWhen(loss: VisitCount, timeZone: string | undefined): string {
  const [since, until] = [momentOf(loss.since, timeZone), momentOf(loss.until, timeZone)]
  if (since.day !== until.day)
    return words.fromTo(words.at(since.day, since.time), words.at(until.day, until.time))
  return since.time === until.time
    ? words.at(since.day, since.time)
    : words.onDay(since.day, since.time, until.time)
}

function momentOf(milliseconds: number, timeZone: string | undefined): { day: string; time: string } {
  const instant = new Date(milliseconds).toISOString()
  return { day: sayNearDay(instant, { timeZone }), time: sayClock(instant, timeZone) }
}
