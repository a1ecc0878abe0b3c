import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { placeBeside } from './placeBeside'

/** The element that takes the focus: the list after a pointer, an item after a key. */
export type InitialFocus = 'list' | 'first' | 'last'

export const CloseMenuContext = createContext<() => void>(() => undefined)

export const buttonIdOf = (menuId: string) => `${menuId}-button`

interface MenuListProps {
  id: string
  button: RefObject<HTMLElement | null>
  entry: InitialFocus
  onClose: () => void
  children: ReactNode
}

/** Closes on Escape, Tab, and any click or focus outside. */
export function MenuList({ id, button, entry, onClose, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => {
      if (list.current && button.current) placeBeside(list.current, button.current)
    }
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [button])

  useEffect(() => {
    const target = entry === 'list' ? list.current : itemsOf(list.current).at(entry === 'first' ? 0 : -1)
    target?.focus({ preventScroll: true })
  }, [entry])

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && (list.current?.contains(target) || button.current?.contains(target)))
        return
      onClose()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [button, onClose])

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget || list.current?.contains(relatedTarget) || button.current?.contains(relatedTarget))
      return
    onClose()
  }
  // Closes before the action, because the action may move the focus.
  const close = () => {
    button.current?.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close() // the browser moves on from the button
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    const next = nextItem(itemsOf(list.current), event)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-labelledby={buttonIdOf(id)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      className="fixed z-50 max-h-[calc(100dvh-16px)] max-w-[min(22rem,100vw-16px)] min-w-56 overflow-y-auto rounded-box border border-rule bg-card p-1.5 text-start shadow-float outline-none wrap-anywhere"
    >
      <CloseMenuContext value={close}>{children}</CloseMenuContext>
    </div>
  )
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
}

/** Arrow keys wrap around; letters jump to an item. */
function nextItem(
  items: HTMLElement[],
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement)
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(Math.max(at, 0) - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
  }
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return following.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
