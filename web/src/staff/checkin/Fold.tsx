import { type ReactNode, Suspense, useState } from 'react'

interface FoldProps {
  title: string
  /** Rendered once the fold is open, so it may be lazy. */
  children: ReactNode
}

/** A section that is folded at first. */
export function Fold({ title, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <Suspense>{children}</Suspense>}
    </details>
  )
}
