import { LockKeyhole } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx'

interface MenuProps {
  /** The button that opens it; one element that takes a ref. */
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

/**
 * A list of acts that unfolds from a button, within the landmark of that button. It leaves the page scrollable: locking it
 * would need an inline style sheet.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-56 rounded-box border border-rule bg-card p-1.5 shadow-float"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

const itemLook = cx(
  'flex min-h-target w-full items-center gap-3 rounded-small px-3 py-2 outline-none',
  'data-highlighted:bg-well data-disabled:opacity-60',
)

/** One act of a menu. With `asChild` the element inside, a link for instance, becomes the item. */
export function MenuItem(props: {
  onSelect?: () => void
  disabled?: boolean
  asChild?: boolean
  children: ReactNode
}) {
  return <DropdownMenu.Item {...props} className={itemLook} />
}

/** An act that is there for others, and for whom. It can be walked to and read out; pressed, nothing happens. */
export function LockedItem({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item
      aria-disabled="true"
      onSelect={(event) => event.preventDefault()}
      className={cx(itemLook, 'cursor-not-allowed text-ink-soft')}
    >
      <LockKeyhole aria-hidden="true" className="size-5 flex-none" />
      <span>
        {children} <span className="block text-small">{hint}</span>
      </span>
    </DropdownMenu.Item>
  )
}

/** Words at the head of a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-small text-ink-soft">{children}</DropdownMenu.Label>
}

/** A line between two groups of acts. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 border-t border-rule" />
}
