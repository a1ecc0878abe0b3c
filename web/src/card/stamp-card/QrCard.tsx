import './stamp-card.css'
import type { ReactNode } from 'react'
import type { Look } from './colours'
import { Sign } from './Sign'
import { texts } from './texts'

interface QrCardProps {
  businessName: string
  /** Of the business. */
  look?: Look | null | undefined
  /** Left out where only the code is known. */
  customerName?: string | undefined
  /** The picture of the code, or what stands in its place. */
  children: ReactNode
}

/** The other side of the stamp card: the code by which the shop knows whose it is. */
export function QrCard({ businessName, look, customerName, children }: QrCardProps) {
  return (
    <article className="stamp-card" data-size="small" data-colour={look?.colour}>
      <div className="stamp-card-frame">
        <Sign look={look}>{businessName}</Sign>
        <div className="stamp-card-code">{children}</div>
        {customerName && (
          <p className="stamp-card-holder">
            <span className="stamp-card-label">{texts.holder}</span>
            <span translate="no" className="stamp-card-name">
              {customerName}
            </span>
          </p>
        )}
      </div>
    </article>
  )
}
