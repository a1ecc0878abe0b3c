import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { texts } from './texts'

/** Scrolls sideways, also by keyboard, and says so if columns are out of view. */
export function WideTable({ name, children }: { name: string; children: ReactNode }) {
  const { box, overflows, hasMore, measure } = useOverflow()
  return (
    <section className="grid min-w-0 gap-2" aria-label={texts.tableOf(name)}>
      {overflows && <p className="text-small font-medium">{texts.swipe}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <div ref={box} className="wide-table" data-more={hasMore || undefined} tabIndex={0} onScroll={measure}>
        {children}
      </div>
    </section>
  )
}

function useOverflow() {
  const box = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  const [hasMore, setHasMore] = useState(false)
  const measure = () => {
    if (!box.current) return
    const { scrollWidth, clientWidth, scrollLeft } = box.current
    // More than 1 px, because browsers round widths.
    setOverflows(scrollWidth - clientWidth > 1)
    setHasMore(scrollWidth - clientWidth - scrollLeft > 1)
  }
  // Measures after each render, because the rows may have changed.
  useLayoutEffect(measure)
  useEffect(() => {
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  })
  return { box, overflows, hasMore, measure }
}
