import type { ReactNode } from 'react'

interface VerbatimProps {
  className?: string
  children: ReactNode
}

/** Browser translators must not change this text: names, phones, codes. */
export function Verbatim({ className, children }: VerbatimProps) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  )
}
