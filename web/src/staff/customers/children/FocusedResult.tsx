import { type ReactNode, useEffect, useRef } from 'react'

/** What has become of something that was offered. The focus goes on from here: the button that it was on is gone. */
export function FocusedResult({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={words} tabIndex={-1} className="[overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
