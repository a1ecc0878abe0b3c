import { Link } from '@tanstack/react-router'
import type { ActivityEntry } from '@/api/types'
import { sayDay } from '@/lib/dates'
import { people } from './texts'

export function ActivityDays({ entries }: { entries: ActivityEntry[] }) {
  return (
    <div className="grid gap-6">
      {byDay(entries).map(([day, items]) => (
        <section key={day} className="grid gap-1" aria-label={sayDay(day)}>
          <h3 className="font-semibold text-ink-soft">{sayDay(day)}</h3>
          <ul className="divide-y divide-rule">
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function byDay(entries: ActivityEntry[]): [string, ActivityEntry[]][] {
  const days = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const known = days.get(entry.day)
    if (known) known.push(entry)
    else days.set(entry.day, [entry])
  }
  return [...days]
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { person, sentence, device, address, time } = entry
  const place = [device, address].filter(Boolean).join(' · ')
  return (
    <li className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[3.5rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="text-ink-soft tabular-nums">
        {time}
      </time>
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">
          {person.name ? (
            <strong translate="no" className="font-semibold">
              {person.name}
            </strong>
          ) : (
            <strong className="font-semibold">{people[person.role]}</strong>
          )}{' '}
          {sentence.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
            <Part key={at} part={part} />
          ))}
        </p>
        {place && (
          <p translate="no" className="text-small text-ink-soft wrap-anywhere">
            {place}
          </p>
        )}
      </div>
    </li>
  )
}

function Part({ part }: { part: ActivityEntry['sentence'][number] }) {
  const { text, isName, customerId } = part
  if (customerId)
    return (
      <Link
        to="/app/customers/$id"
        params={{ id: customerId }}
        translate="no"
        className="font-semibold underline underline-offset-2"
      >
        {text}
      </Link>
    )
  return isName ? <span translate="no">{text}</span> : text
}
