import type { OpenSession } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { sayNearDay } from '@/lib/dates'
import { texts } from '../texts'

const words = texts.data.devices

interface DeviceEntryProps {
  session: OpenSession
  timeZone: string
  busy: boolean
  onClose: () => void
}

/** The current device has no button here: 'Salir' ends its session. */
export function DeviceEntry({ session, timeZone, busy, onClose }: DeviceEntryProps) {
  const { device, openedAt, seenAt, current, signedInBy } = session
  const dayOf = (at: string) => sayNearDay(at, { timeZone })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device}
          {current && <Badge tone="good">{words.here}</Badge>}
        </p>
        <p className="text-small text-ink-soft">{words.used(dayOf(openedAt), dayOf(seenAt), signedInBy)}</p>
      </div>
      {!current && (
        <Button variant="secondary" busy={busy} aria-label={words.closeOf(device)} onClick={onClose}>
          {words.close}
        </Button>
      )}
    </li>
  )
}
