import type { ReactNode } from 'react'

interface VerbatimProps {
  className?: string
  children: ReactNode
}

/** Text that browser translators must not change: names, phones, codes. */
export function Verbatim({ className, children }: VerbatimProps) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  )
}
