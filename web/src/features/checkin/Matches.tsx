import type { Customer } from '@/api/types'
import { formatPhone } from '@/lib/phone'
import { Button } from '@/ui/Button'
import { Moment } from '@/ui/Moment'
import { texts } from './texts'

interface MatchesProps {
  matches: { items: readonly Customer[]; total: number; loading: boolean; failed: boolean }
  chosen: Customer | null
  onOpen: (customer: Customer) => void
  onAdd: (customer: Customer) => void
}

/** Whom the typed text may mean. The arrow keys of the box choose, Enter opens; the buttons do for everybody else. */
export function Matches({ matches, chosen, onOpen, onAdd }: MatchesProps) {
  const { items } = matches
  return (
    <div className="matches" data-matches={items.length > 0 || undefined}>
      <p role="status" className="text-small text-ink-soft">
        {summaryOf(matches)}
        {chosen && <span className="sr-only"> {texts.matches.chosen(chosen.name)}</span>}
      </p>
      {items.length > 0 && (
        <ul aria-label={texts.matches.label}>
          {items.map((customer) => (
            <Match
              key={customer.id}
              customer={customer}
              chosen={customer === chosen}
              onOpen={() => onOpen(customer)}
              onAdd={() => onAdd(customer)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function summaryOf({ items, total, loading, failed }: MatchesProps['matches']): string {
  if (failed) return texts.matches.failed
  if (loading) return texts.matches.searching
  return total === 0 ? texts.matches.none : texts.matches.count(items.length, total)
}

interface MatchProps {
  customer: Customer
  chosen: boolean
  onOpen: () => void
  onAdd: () => void
}

function Match({ customer, chosen, onOpen, onAdd }: MatchProps) {
  const { name, phone, lastVisitAt } = customer
  return (
    <li className="match" data-chosen={chosen || undefined}>
      <div className="min-w-0">
        <p className="text-counter font-semibold">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
          {phone && <span>{formatPhone(phone)}</span>}
          <span>
            {lastVisitAt ? (
              <>
                {texts.matches.lastVisit} <Moment at={lastVisitAt} />
              </>
            ) : (
              texts.matches.neverCame
            )}
          </span>
        </p>
      </div>
      <div className="match-acts">
        <Button variant="secondary" aria-label={texts.matches.openOf(name)} onClick={onOpen}>
          {texts.matches.open}
        </Button>
        <Button aria-label={texts.matches.addOf(name)} onClick={onAdd}>
          {texts.matches.add}
        </Button>
      </div>
    </li>
  )
}
