import { LockKeyhole } from 'lucide-react'
import {
  cloneElement,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  use,
} from 'react'
import { cx } from '../cx'
import { CloseMenuContext } from './MenuList'

const itemLook =
  'flex min-h-target w-full items-center gap-3 rounded-small px-3 py-2 text-start focus:bg-well disabled:opacity-60'

/** What an item has in common with others: arrows lead to it, and so does the mouse. */
const itemProps = {
  role: 'menuitem',
  tabIndex: -1,
  className: itemLook,
  onPointerMove: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'mouse' && document.activeElement !== currentTarget)
      currentTarget.focus({ preventScroll: true })
  },
}

interface MenuItemProps {
  onSelect?: () => void
  disabled?: boolean
  children: ReactNode
}

/** One act of a menu. */
export function MenuItem({ onSelect, disabled, children }: MenuItemProps) {
  const close = use(CloseMenuContext)
  const choose = () => {
    close()
    onSelect?.()
  }
  return (
    <button type="button" {...itemProps} disabled={disabled} onClick={choose}>
      {children}
    </button>
  )
}

/** A link as an item of a menu. */
export function MenuLinkItem({ children }: { children: ReactElement<HTMLAttributes<HTMLElement>> }) {
  const close = use(CloseMenuContext)
  return cloneElement(children, {
    ...itemProps,
    onClick: close,
    // Enter follows a link by itself.
    onKeyDown: (event) => {
      if (event.key !== ' ') return
      event.preventDefault()
      event.currentTarget.click()
    },
  })
}

/** An act that only others may do, and who. It can be reached and read out; pressing it does nothing. */
export function LockedMenuItem({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <button
      type="button"
      {...itemProps}
      aria-disabled="true"
      className={cx(itemLook, 'cursor-not-allowed text-ink-soft')}
    >
      <LockKeyhole aria-hidden="true" className="size-5 flex-none" />
      <span>
        {children} <span className="block text-small">{hint}</span>
      </span>
    </button>
  )
}

/** Words at the head of a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-small text-ink-soft">{children}</div>
}

/** A line between two groups of acts. */
export function MenuSeparator() {
  return <hr className="my-1.5 border-t border-rule" />
}
