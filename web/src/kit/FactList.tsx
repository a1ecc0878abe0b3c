import type { ReactNode } from 'react'

export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-1.5 last:border-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ml-auto max-w-full text-right font-semibold tabular-nums [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  )
}
