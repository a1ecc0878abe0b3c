import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus, because the pressed button is gone. */
export function FocusedResult({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={words} tabIndex={-1} className="[overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
