import type { ReactNode } from 'react'

interface VerbatimProps {
  className?: string
  children: ReactNode
}

/** Keeps browser translators from changing names, phones and codes. */
export function Verbatim({ className, children }: VerbatimProps) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  )
}
