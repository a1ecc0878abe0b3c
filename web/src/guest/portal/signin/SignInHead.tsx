import { useLayoutEffect, useRef } from 'react'
import { Notice } from '@/kit/Notice'
import type { Refusal } from './signIn'

/** The heading of a step. It takes the focus when it replaces the heading of another step. */
export function SignInHead({
  title,
  focus = false,
  children,
}: {
  title: string
  focus?: boolean
  children: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Runs before paint, so that the next input and announcement belong to this step.
  useLayoutEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <header className="grid gap-2">
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-sign text-display font-extrabold outline-none sm:text-poster"
      >
        {title}
      </h1>
      <p className="text-counter text-ink-soft">{children}</p>
    </header>
  )
}

export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  if (!refusal) return null
  return (
    <Notice tone="error" title={refusal.title}>
      {refusal.detail}
    </Notice>
  )
}
