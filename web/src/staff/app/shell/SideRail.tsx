import { useLocation } from '@tanstack/react-router'
import type { Session } from '@/api/session'
import { texts } from '../texts'
import { destinationsFor, findActive, mayOpen } from './destinations'
import { LockedRailItem, RailItem } from './RailItem'

/** Shows icons from a width of 1024 px, and names from 1280 px. */
export function SideRail({ session: { role, businessId } }: { session: Session }) {
  const active = useLocation({ select: ({ pathname }) => findActive(pathname) })
  return (
    <nav aria-label={texts.sections} className="side-rail">
      {destinationsFor(role, businessId).map((group) => (
        <ul key={group[0]?.to} className="grid gap-0.5">
          {group.map((item, index) =>
            mayOpen(item, role) ? (
              <RailItem key={item.to} item={item} isActive={item === active} isFirst={index === 0} />
            ) : (
              <LockedRailItem key={item.to} item={item} />
            ),
          )}
        </ul>
      ))}
    </nav>
  )
}
