import { ChevronRight } from 'lucide-react'
import { Verbatim } from '@/kit/Verbatim'
import { texts } from './texts'
import { UndoAct } from './UndoAct'
import type { Counter } from './useCheckIn'

interface PassedListProps {
  counter: Counter
  shown: string | null
}

/** The last customers at this counter, one tap away. */
export function PassedList({ counter, shown }: PassedListProps) {
  const others = counter.state.passed.filter(({ customerId }) => customerId !== shown)
  if (others.length === 0) return null
  return (
    <section aria-label={texts.passed}>
      <h2 className="mb-1 font-semibold">{texts.passed}</h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {others.map((passed) => (
          <li key={passed.customerId} className="flex items-center gap-2">
            <button type="button" onClick={() => counter.open(passed.customerId)} className="passed">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Verbatim>{passed.name}</Verbatim>
                {passed.cameBefore && <span className="text-small text-ink-soft"> · {texts.cameBefore}</span>}
              </span>
              <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
            </button>
            {passed.visitId && (
              <UndoAct
                label={texts.undo.of(passed.name)}
                since={passed.since}
                onUndo={() => counter.undo(passed)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
