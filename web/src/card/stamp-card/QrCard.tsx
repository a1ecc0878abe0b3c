import './stamp-card.css'
import type { ReactNode } from 'react'
import type { Look } from './colours'
import { Sign } from './Sign'
import { texts } from './texts'

interface QrCardProps {
  businessName: string
  look?: Look | null | undefined
  customerName?: string | undefined
  children: ReactNode
}

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
