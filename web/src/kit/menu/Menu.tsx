import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { buttonIdOf, type InitialFocus, MenuList } from './MenuList'

type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

interface MenuProps {
  /** The button; must accept a ref. */
  trigger: Trigger
  children: ReactNode
}

/** A menu button as in WAI-ARIA. The list is non-modal and in the same landmark. */
export function Menu({ trigger, children }: MenuProps) {
  const [initialFocus, setInitialFocus] = useState<InitialFocus | null>(null)
  const button = useRef<HTMLElement>(null)
  const id = useId()
  const isOpen = initialFocus !== null

  const onClick = ({ detail }: MouseEvent) => {
    const byKeyboard = detail === 0
    setInitialFocus(isOpen ? null : byKeyboard ? 'first' : 'list')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setInitialFocus(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: buttonIdOf(id),
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick,
        onKeyDown,
      })}
      {isOpen && (
        <MenuList id={id} button={button} entry={initialFocus} onClose={() => setInitialFocus(null)}>
          {children}
        </MenuList>
      )}
    </>
  )
}
