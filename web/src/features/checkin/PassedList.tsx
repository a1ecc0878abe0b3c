import { ChevronRight } from 'lucide-react'
import type { Passed } from './checkIn'
import { texts } from './texts'

interface PassedListProps {
  passed: readonly Passed[]
  shown: string | null
  onOpen: (customerId: string) => void
}

/** The last customers at this counter, one tap away. */
export function PassedList({ passed, shown, onOpen }: PassedListProps) {
  const others = passed.filter(({ customerId }) => customerId !== shown)
  if (others.length === 0) return null
  return (
    <section aria-label={texts.passed}>
      <h2 className="mb-1 font-semibold">{texts.passed}</h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {others.map(({ customerId, name }) => (
          <li key={customerId}>
            <button type="button" onClick={() => onOpen(customerId)} className="passed">
              <span className="min-w-0 truncate">{name}</span>
              <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
