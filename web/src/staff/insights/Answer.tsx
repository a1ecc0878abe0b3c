import type { ReactNode } from 'react'

/** The first sentence of a report, which answers the question above it. */
export function Answer({ children, limit }: { children: ReactNode; limit?: string }) {
  return (
    <div className="grid max-w-prose gap-1">
      <p className="text-lead font-semibold">{children}</p>
      {limit && <p className="text-ink-soft">{limit}</p>}
    </div>
  )
}
