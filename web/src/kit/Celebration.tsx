import { Award } from 'lucide-react'
import type { ReactNode } from 'react'

const scraps = Array.from({ length: 18 }, (_, index) => index)

/** Draws confetti around its children, unless the user prefers reduced motion. */
export function Celebration({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="celebration">
      <span aria-hidden="true" className="celebration-scraps">
        {scraps.map((scrap) => (
          <i key={scrap} />
        ))}
      </span>
      <Award aria-hidden="true" className="size-7 flex-none" />
      <p>{children}</p>
    </div>
  )
}
