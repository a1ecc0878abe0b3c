import type { ReactNode } from 'react'
import { texts } from './texts'

/** Scrolls sideways, also by keyboard. */
export function WideTable({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="min-w-0" aria-label={texts.tableOf(name)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <div className="overflow-x-auto" tabIndex={0}>
        {children}
      </div>
    </section>
  )
}
