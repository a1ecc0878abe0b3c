import { Link } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { useId } from 'react'
import { cx } from '@/kit/cx'
import type { Destination } from './destinations'
import { useHint } from './useHint'

const itemLook =
  'relative flex min-h-target w-full items-center justify-center gap-3 rounded-box xl:justify-start xl:px-3'
const hintLook =
  'pointer-events-none absolute left-full z-40 ml-4 w-max rounded-small bg-ink px-3 py-1.5 text-small font-normal text-card'

interface RailItemProps {
  item: Destination
  /** True on each screen that belongs to the item. */
  isActive: boolean
  isFirst: boolean
}

/** An item of the side rail. If only the icon has room, the name shows on hover and focus. */
export function RailItem({ item: { to, name, icon: Icon }, isActive, isFirst }: RailItemProps) {
  const hint = useHint()
  return (
    <li {...hint.around}>
      <Link
        to={to}
        {...hint.control}
        aria-current={isActive || undefined}
        activeOptions={{ exact: true }}
        className={cx(
          itemLook,
          isFirst && 'font-semibold',
          isActive ? 'bg-accent-wash text-accent' : 'text-ink-soft hover:bg-well hover:text-ink',
        )}
      >
        <Icon aria-hidden="true" className="size-5.5 flex-none" />
        <span className={cx('rail-name', hint.isShown && 'rail-name-shown')}>{name}</span>
      </Link>
    </li>
  )
}

/** Focusable although disabled, so that keyboard users reach the hint. */
export function LockedRailItem({ item: { name, hint: words } }: { item: Destination }) {
  const hint = useHint()
  const id = useId()
  return (
    <li className="relative" {...hint.around}>
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        {...hint.control}
        onClick={hint.show}
        className={cx(itemLook, 'cursor-not-allowed text-ink-soft')}
      >
        <LockKeyhole aria-hidden="true" className="size-5.5 flex-none" />
        <span className="sr-only xl:not-sr-only">{name}</span>
      </button>
      <p id={id} role="tooltip" hidden={!hint.isShown} className={cx(hintLook, 'top-1')}>
        {words}
      </p>
    </li>
  )
}
