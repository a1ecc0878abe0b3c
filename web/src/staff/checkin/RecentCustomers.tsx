import { ChevronRight } from 'lucide-react'
import { Verbatim } from '@/kit/Verbatim'
import { texts } from './texts'
import { UndoButton } from './UndoButton'
import type { CounterController } from './useCounter'

interface RecentCustomersProps {
  counter: CounterController
  shownId: string | null
}

export function RecentCustomers({ counter, shownId }: RecentCustomersProps) {
  const others = counter.state.recent.filter(({ customerId }) => customerId !== shownId)
  if (others.length === 0) return null
  return (
    <section aria-label={texts.passed}>
      <h2 className="mb-1 font-semibold">{texts.passed}</h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {others.map((customer) => (
          <li key={customer.customerId} className="flex items-center gap-2">
            <button type="button" onClick={() => counter.open(customer.customerId)} className="passed">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Verbatim>{customer.name}</Verbatim>
                {customer.hadVisitToday && (
                  <span className="text-small text-ink-soft"> · {texts.cameBefore}</span>
                )}
              </span>
              <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
            </button>
            {customer.visitId && (
              <UndoButton
                label={texts.undo.of(customer.name)}
                since={customer.since}
                onUndo={() => counter.undo(customer)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
