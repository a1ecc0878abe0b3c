import { type ReactNode, useEffect, useRef } from 'react'

/** Scrolls its content into view when it appears. On a phone, the end of a long dialog is below the visible content. */
export function InView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={box}>{children}</div>
}
