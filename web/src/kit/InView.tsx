import { type ReactNode, useEffect, useRef } from 'react'

interface InViewProps {
  error: unknown
  children: ReactNode
}

/** Scrolls each error into view. On a phone, the end of a long dialog is below the visible content. */
export function InView({ error, children }: InViewProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return <div ref={box}>{children}</div>
}
