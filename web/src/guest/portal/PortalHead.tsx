import { useLayoutEffect, useRef } from 'react'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { withNames } from '@/kit/withNames'
import { useTitle } from '@/lib/useTitle'
import { texts } from './texts'

interface PortalHeadProps {
  title: string
  name?: string | undefined
  businessName?: string | undefined
  link: { href: string; label: string }
  onLeave: () => void
  /** Focuses the heading on mount and whenever this text changes. */
  focus?: string | null
}

export function PortalHead({ title, name, businessName, link, onLeave, focus = null }: PortalHeadProps) {
  useTitle(title, businessName)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value means a new page
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [focus])
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
      <h1
        ref={heading}
        tabIndex={-1}
        className="min-w-0 font-sign text-title font-extrabold outline-none wrap-anywhere sm:text-poster"
      >
        {withNames(title, name)}
      </h1>
      <div className="flex gap-1.5">
        <a href={link.href} className={cx(buttonLook({ variant: 'secondary' }), 'px-2.5!')}>
          {link.label}
        </a>
        <Button variant="secondary" onClick={() => onLeave()} className="px-2.5!">
          {texts.points.leave}
        </Button>
      </div>
    </header>
  )
}
