import type { PortalCard, PortalSession } from '@/api/types'
import { cx } from '@/kit/cx'
import { OpenFailed } from './OpenFailed'
import { texts } from './texts'
import { useOpenCard } from './useOpenCard'

interface CardSwitchProps {
  cards: readonly PortalCard[]
  onOpened: (session: PortalSession) => void
}

/** More cards than this scroll in one row, because several rows would push the QR off the screen. */
const allSeen = 4

export function CardSwitch({ cards, onOpened }: CardSwitchProps) {
  const { pending, failure, open } = useOpenCard(onOpened)
  if (cards.length < 2) return null
  const severalShops = new Set(cards.map(({ businessId }) => businessId)).size > 1
  return (
    <nav aria-label={texts.title} className="grid gap-2">
      <ul className={cx('-m-1 flex gap-2 p-1', cards.length > allSeen ? 'overflow-x-auto' : 'flex-wrap')}>
        {cards.map(({ id, name, businessName, current }) => (
          <li key={id} ref={current ? bringIntoRow : undefined} className="max-w-[min(16rem,100%)] flex-none">
            <button
              type="button"
              aria-current={current || undefined}
              aria-busy={pending === id || undefined}
              onClick={() => {
                if (!current) open(id)
              }}
              className={cx(
                'grid h-full min-h-target w-full content-center rounded-box border px-3.5 py-1.5 text-left [overflow-wrap:anywhere]',
                current ? 'border-accent bg-accent-wash text-accent' : 'border-rule bg-card hover:border-ink',
              )}
            >
              <span translate="no" className="line-clamp-3 font-semibold">
                {name}
              </span>{' '}
              {severalShops && (
                <span translate="no" className="text-small">
                  {businessName}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <OpenFailed failure={failure} />
    </nav>
  )
}

function bringIntoRow(place: HTMLElement | null): void {
  const row = place?.parentElement
  if (row) row.scrollLeft = place.offsetLeft - row.offsetLeft
}
