import { MessageCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type ButtonLook, buttonLook } from '@/kit/buttonLook'
import { SpinnerIcon } from '@/kit/Spinner'
import { texts } from '@/kit/texts'

interface MessageLinkProps extends Pick<ButtonLook, 'variant' | 'size'> {
  link: string
  onOpen?: () => void
  children: string
}

export function MessageLink({ link, variant, size, onOpen, children }: MessageLinkProps) {
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
      className={buttonLook({ variant, size, wide: true })}
    >
      <span className="flex items-center gap-2">
        <MessageCircle aria-hidden="true" className="size-5" />
        {children}
        <span className="sr-only">{texts.newTab}</span>
      </span>
    </a>
  )
}

export function WaitStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-3 flex items-center gap-2 text-small text-ink-soft empty:hidden">
      {children && (
        <>
          <SpinnerIcon className="flex-none" />
          {children}
        </>
      )}
    </p>
  )
}

/** Milliseconds. */
const lateAfter = 30_000

export function DelayHint({ since, children }: { since: number; children: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), since + lateAfter - Date.now())
    return () => clearTimeout(timer)
  }, [since])
  return (
    <p role="status" className="text-small text-ink-soft not-empty:mt-1">
      {late && children}
    </p>
  )
}
