import { ChevronRight } from 'lucide-react'
import type { Customer } from '@/api/types'
import { formatPhone } from '@/lib/phone'
import { Button } from '@/ui/Button'
import { Moment } from '@/ui/Moment'
import { OpenRecord } from './OpenRecord'
import { texts } from './texts'

interface MatchesProps {
  matches: { items: readonly Customer[]; total: number; loading: boolean; failed: boolean }
  chosen: Customer | null
  onOpen: (customer: Customer) => void
  onAdd: (customer: Customer) => void
}

/** Whom the typed text may mean. The arrow keys of the box choose, and Enter or a tap opens the card. */
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
  const { id, name, phone, lastVisitAt } = customer
  return (
    <li className="match" data-chosen={chosen || undefined}>
      <div className="match-who">
        <button type="button" aria-label={texts.matches.openOf(name)} onClick={onOpen} className="match-name">
          <span className="min-w-0">{name}</span>
          <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
        </button>
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
        <OpenRecord customerId={id} name={name} size="regular" />
        <Button className="min-h-counter! px-1!" aria-label={texts.matches.addOf(name)} onClick={onAdd}>
          {texts.matches.add}
        </Button>
      </div>
    </li>
  )
}
