import { LockKeyhole } from 'lucide-react'
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react'
import { cx } from './cx'
import { useMenu } from './useMenu'

type Element = ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>

interface MenuProps {
  /** The button that opens it; one element that takes a ref. */
  trigger: Element
  children: ReactNode
}

/**
 * A list of acts that unfolds from a button, within the landmark of that button. It leaves the page scrollable. By hand,
 * since every page of the staff loads it: the finished ones take 25 kB.
 */
export function Menu({ trigger, children }: MenuProps) {
  const { open, buttonProps, menuProps } = useMenu()
  return (
    <>
      {cloneElement(trigger, buttonProps)}
      {open && (
        <div
          {...menuProps}
          className="fixed z-50 min-w-56 overflow-y-auto rounded-box border border-rule bg-card p-1.5 shadow-float outline-none"
        >
          {children}
        </div>
      )}
    </>
  )
}

const itemLook = cx(
  'flex min-h-target w-full items-center gap-3 rounded-small px-3 py-2 text-left outline-none',
  'focus:bg-well disabled:opacity-60',
)

interface MenuItemProps {
  onSelect?: () => void
  disabled?: boolean
  children: ReactNode
}

/** One act of a menu. */
export function MenuItem({ onSelect, disabled, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      onClick={onSelect}
      className={itemLook}
    >
      {children}
    </button>
  )
}

/** The link inside as an item of a menu. */
export function MenuLinkItem({ children }: { children: Element }) {
  return cloneElement(children, { role: 'menuitem', tabIndex: -1, className: itemLook })
}

/** An act that is there for others, and for whom. It can be walked to and read out; pressed, nothing happens. */
export function LockedItem({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
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
