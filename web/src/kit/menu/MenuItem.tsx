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

/** Arrow keys and the mouse focus an item. */
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

export function MenuLinkItem({ children }: { children: ReactElement<HTMLAttributes<HTMLElement>> }) {
  const close = use(CloseMenuContext)
  return cloneElement(children, {
    ...itemProps,
    onClick: close,
    // Links follow Enter natively; Space must click.
    onKeyDown: (event) => {
      if (event.key !== ' ') return
      event.preventDefault()
      event.currentTarget.click()
    },
  })
}

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

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-small text-ink-soft">{children}</div>
}

export function MenuSeparator() {
  return <hr className="my-1.5 border-t border-rule" />
}
