import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { insightQueries } from '@/api/insights'
import type { AbsenceReport } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.absent

/** The choice of a list, with the number of customers in each. */
export function AbsenceLists({ report }: { report: AbsenceReport }) {
  const greetings = useInfiniteQuery(insightQueries.greetings())
  const greetingCount = greetings.data?.pages[0]?.total
  const exact = { activeOptions: { exact: true, includeSearch: true } }
  return (
    <nav aria-label={words.lists} className="absence-lists">
      <Link to="/app/informes/falta" resetScroll={false} {...exact}>
        <Count>{sayNumber(report.lost.all)}</Count> {words.lost}
      </Link>
      <Link to="/app/informes/falta" search={{ lista: 'riesgo' }} resetScroll={false} {...exact}>
        <Count>{sayNumber(report.atRisk.all)}</Count> {words.atRisk}
      </Link>
      <Link to="/app/informes/falta" search={{ lista: 'vuelto' }} resetScroll={false} {...exact}>
        <Count>{sayNumber(report.recovered)}</Count> {words.recovered}
      </Link>
      <Link to="/app/informes/falta" search={{ lista: 'escritos' }} resetScroll={false} {...exact}>
        <Count>
          {greetingCount === undefined ? (
            <MessageCircle aria-hidden="true" className="size-7" />
          ) : (
            sayNumber(greetingCount)
          )}
        </Count>{' '}
        {words.greetings}
      </Link>
    </nav>
  )
}

function Count({ children }: { children: ReactNode }) {
  return (
    <span translate="no" className="grid h-8 items-center font-sign text-display leading-none font-extrabold">
      {children}
    </span>
  )
}

/** Reasons not to invite a customer. Together with those to invite, they add up to the list. */
const reasons = [
  'invited',
  'withoutConsent',
  'unverifiedPhone',
  'withoutPhone',
  'minors',
  'heldBack',
] as const

interface AboutListProps {
  name: string
  definition?: string
  counts?: AbsenceReport['lost']
}

/** Says who is in the shown list, and which of them can be written to. */
export function AboutList({ name, definition, counts }: AboutListProps) {
  return (
    <section className="grid max-w-3xl gap-1">
      <h2 className="text-lead font-bold">{name}</h2>
      {counts && counts.all > 0 && (
        <ul className="flex flex-wrap gap-x-4">
          <li className="font-semibold">{words.states.toInvite(counts.toInvite)}</li>
          {reasons.map(
            (reason) => counts[reason] > 0 && <li key={reason}>{words.states[reason](counts[reason])}</li>,
          )}
        </ul>
      )}
      {definition && <p className="text-small text-ink-soft">{definition}</p>}
    </section>
  )
}
