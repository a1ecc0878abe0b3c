import { useDevice } from '@/api'
import type { Device } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Moment } from '@/kit/Moment'
import { sayClock, sayMoment } from '@/lib/dates'
import { HandedVisits } from './HandedVisits'
import { texts } from './texts'

const words = texts.device

export interface Question {
  act: 'rename' | 'revoke'
  device: Device
}

interface DeviceEntryProps {
  device: Device
  onAsk: (question: Question) => void
}

export function DeviceEntry({ device, onAsk }: DeviceEntryProps) {
  const here = useDevice()
  const timeZone = useTimeZone()
  const { name, revokedAt, enrolledAt, codeExpiresAt, handed: handedVisits } = device
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h3 translate="no" className="text-lead font-bold [overflow-wrap:anywhere]">
            {name}
          </h3>
          {here?.id === device.id && here.state === 'named' && <Badge>{words.here}</Badge>}
          {revokedAt ? (
            <Badge tone="refused">{words.revoked}</Badge>
          ) : enrolledAt ? (
            <Waiting device={device} />
          ) : (
            <Badge>{words.pending}</Badge>
          )}
        </div>
        {!revokedAt && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              aria-label={words.renameOf(name)}
              onClick={() => onAsk({ act: 'rename', device })}
            >
              {words.rename}
            </Button>
            <Button
              variant="secondary"
              aria-label={words.revokeOf(name)}
              onClick={() => onAsk({ act: 'revoke', device })}
            >
              {words.revoke}
            </Button>
          </div>
        )}
      </div>
      {enrolledAt || revokedAt ? (
        <Facts device={device} />
      ) : (
        codeExpiresAt && (
          <p className="text-ink-soft">{words.pendingDetail(sayClock(codeExpiresAt, timeZone))}</p>
        )
      )}
      {handedVisits.length > 0 && <HandedVisits device={device} />}
    </li>
  )
}

function Waiting({ device: { waiting, waitingSince } }: { device: Device }) {
  const timeZone = useTimeZone()
  if (waiting === 0) return <Badge tone="good">{words.nothingWaits}</Badge>
  return (
    <>
      <Badge tone="caution">{words.waiting(waiting)}</Badge>
      {waitingSince && (
        <span className="text-small text-ink-soft">{words.since(sayMoment(waitingSince, { timeZone }))}</span>
      )}
    </>
  )
}

/** One line, so that the list stays scannable. */
function Facts({ device: { enrolledAt, lastSeenAt, appVersion, revokedAt } }: { device: Device }) {
  const timeZone = useTimeZone()
  const clock = timeZone && { timeZone }
  return (
    <p className="text-ink-soft">
      {words.lastSeen} {lastSeenAt ? <Moment at={lastSeenAt} {...clock} /> : words.never}
      {enrolledAt && (
        <>
          {` · ${words.enrolled} `}
          <Moment at={enrolledAt} {...clock} />
        </>
      )}
      {revokedAt ? (
        <>
          {` · ${words.revokedAt} `}
          <Moment at={revokedAt} {...clock} />
        </>
      ) : (
        appVersion && ` · ${words.version(appVersion)}`
      )}
    </p>
  )
}
