import './stamp-card.css'
import { cx } from '@/kit/cx'
import type { Look } from './colours'
import { type CardFace, type CardFacts, cardFace } from './face'
import { Sign } from './Sign'
import { PrintedCell, Stamp } from './Stamp'
import { texts } from './texts'

export interface StampCardProps extends CardFacts {
  businessName: string
  look?: Look | null | undefined
  vip?: boolean
  customerName?: string
  /** Maximum width; the card fits its container. */
  size?: 'small' | 'regular' | 'large'
  justStamped?: boolean
  /** True shows no progress. */
  blank?: boolean
  className?: string
}

export function StampCard({ size = 'regular', vip = false, justStamped = false, ...props }: StampCardProps) {
  const { businessName, look, customerName, target, blank, className } = props
  const face = cardFace(props)
  return (
    <article className={cx('stamp-card', className)} data-size={size} data-colour={look?.colour}>
      <div className="stamp-card-frame">
        <Sign look={look}>{businessName}</Sign>
        {(customerName || vip) && (
          <p className="stamp-card-holder">
            {customerName && <span className="stamp-card-label">{texts.holder}</span>}
            <span translate="no" className="stamp-card-name">
              {customerName}
            </span>
            {vip && <span className="stamp-card-vip">{texts.vip}</span>}
          </p>
        )}
        <div
          className="stamp-card-grid"
          data-columns={face.columns}
          role="img"
          translate="no"
          aria-label={texts.position(face.position, target)}
        >
          {face.cells.map((cell) => (
            <svg key={cell.number} viewBox="-52 -52 104 104" aria-hidden="true">
              <PrintedCell cell={cell} />
              {cell.stamped && <Stamp cell={cell} fresh={justStamped && cell.number === face.position} />}
            </svg>
          ))}
        </div>
        {!blank && <Foot face={face} target={target} />}
      </div>
    </article>
  )
}

function Foot({ face, target }: { face: CardFace; target: number }) {
  return (
    <footer className="stamp-card-foot">
      <span className="stamp-card-count" aria-hidden="true">
        <b translate="no">{face.position}</b> {texts.ofTarget(target)}
      </span>
      <span className="stamp-card-next">{face.next ? texts.next(face.next) : texts.full}</span>
    </footer>
  )
}
