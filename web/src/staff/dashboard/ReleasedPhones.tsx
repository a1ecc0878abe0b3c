import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMarkReleaseSeen } from '@/acts/staff/releasedPhones'
import { releasedPhonesQuery } from '@/api/releasedPhones'
import type { ReleasedPhone } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { localDay, sayDay } from '@/lib/dates'
import { texts } from './texts'

const words = texts.released

const maxShown = 5

/**
 * Warns that a customer's phone now belongs to another person, until the record is corrected or the
 * warning acknowledged.
 */
export function ReleasedHint() {
  const releasedPhones = useQuery(releasedPhonesQuery()).data
  if (!releasedPhones?.items.length) return null
  const more = releasedPhones.total - Math.min(maxShown, releasedPhones.items.length)
  return (
    <Notice tone="warning" title={words.title(releasedPhones.total)}>
      <p>{words.detail}</p>
      <ul className="grid gap-2">
        {releasedPhones.items.slice(0, maxShown).map((phone) => (
          <ReleasedLine key={phone.customerId} phone={phone} />
        ))}
      </ul>
      {more > 0 && <p>{words.more(more)}</p>}
    </Notice>
  )
}

function ReleasedLine({ phone: { customerId, name, releasedAt } }: { phone: ReleasedPhone }) {
  const timeZone = useTimeZone()
  const markSeen = useMarkReleaseSeen()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 break-words">
        <Link
          to="/app/customers/$id"
          params={{ id: customerId }}
          translate="no"
          className="inline-flex min-h-target max-w-full items-center font-semibold break-words underline"
        >
          {name}
        </Link>{' '}
        {words.since(sayDay(localDay(new Date(releasedAt), timeZone)))}
      </span>
      <Button
        variant="secondary"
        aria-label={words.seenOf(name)}
        busy={markSeen.isPending}
        busyLabel={words.saving}
        onClick={() => markSeen.mutate(customerId)}
      >
        {words.seen}
      </Button>
    </li>
  )
}
