import type { ReactNode } from 'react'

interface VerbatimProps {
  className?: string
  children: ReactNode
}

/** A name, a phone, an address, a code or a number as it is written: a browser's translator leaves it alone. */
export function Verbatim({ className, children }: VerbatimProps) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  )
}
