import { Link } from '@tanstack/react-router'
import type { ActivityEntry } from '@/api/types'
import { sayDay, sayNearDay } from '@/lib/dates'
import { people, texts } from './texts'

interface ActivityDaysProps {
  entries: ActivityEntry[]
  timeZone: string | undefined
}

export function ActivityDays({ entries, timeZone }: ActivityDaysProps) {
  return (
    <div className="grid gap-6">
      {byDay(entries).map(([day, items]) => (
        <section key={day} className="grid gap-1" aria-label={sayDay(day)}>
          <h3 className="font-semibold text-ink-soft first-letter:uppercase">
            {sayHeading(day, items[0]?.at, timeZone)}
          </h3>
          <ul className="divide-y divide-rule">
            {repeatsOf(items).map((repeats) => (
              <Entry key={repeats[0].id} repeats={repeats} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Examples: 'hoy, 21 de noviembre de 2026', '3 de mayo de 2026'. */
function sayHeading(day: string, at: string | undefined, timeZone: string | undefined): string {
  const near = at && timeZone ? sayNearDay(at, { timeZone }) : ''
  return near === 'hoy' || near === 'ayer' ? `${near}, ${sayDay(day)}` : sayDay(day)
}

function byDay(entries: ActivityEntry[]): [string, ActivityEntry[]][] {
  const days = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const dayEntries = days.get(entry.day)
    if (dayEntries) dayEntries.push(entry)
    else days.set(entry.day, [entry])
  }
  return [...days]
}

/** Consecutive equal entries, such as several sign-ins of one user on one device, newest first. */
type Repeats = [ActivityEntry, ...ActivityEntry[]]

function repeatsOf(entries: ActivityEntry[]): Repeats[] {
  const runs: Repeats[] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && isRepeat(run[0], entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

function isRepeat(a: ActivityEntry, b: ActivityEntry): boolean {
  const textOf = ({ person, sentence, device, address }: ActivityEntry) =>
    JSON.stringify([person, sentence, device, address])
  return textOf(a) === textOf(b)
}

function Entry({ repeats }: { repeats: Repeats }) {
  const [entry, ...earlier] = repeats
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
            <Part key={at} part={part} />
          ))}
        </p>
        {place && (
          <p translate="no" className="text-small text-ink-soft wrap-anywhere">
            {place}
          </p>
        )}
        {earlier.length > 0 && (
          <details className="text-small">
            <summary className="min-h-target w-fit content-center text-ink-soft">
              {texts.repeated(repeats.length, earlier.at(-1)?.time ?? time)}
            </summary>
            <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
              {repeats.map(({ id, at, time }) => (
                <li key={id}>
                  <time dateTime={at}>{time}</time>
                </li>
              ))}
            </ul>
          </details>
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
