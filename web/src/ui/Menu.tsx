import { LockKeyhole } from 'lucide-react'
import type { DropdownMenu } from 'radix-ui'
import {
  cloneElement,
  createContext,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  use,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { cx } from './cx'
import { LatePart } from './latePart'
import { notify } from './notify'
import { staffTexts as texts } from './staffTexts'

type Parts = typeof DropdownMenu

/** What menus are made of. It comes once the page is there: a counter can be used before. */
export const menuParts = new LatePart<Parts>(() => import('./menuParts').then((file) => file.DropdownMenu))

const Loaded = createContext<Parts | null>(null)

type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: (button: HTMLElement | null) => void }>

interface MenuProps {
  /** The button that opens it; one element that takes a ref. */
  trigger: Trigger
  align?: 'start' | 'end'
  children: ReactNode
}

/**
 * A list of acts that unfolds from a button, within the landmark of that button. It leaves the page scrollable: locking it
 * would need an inline style sheet.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const parts = useSyncExternalStore(menuParts.watch, menuParts.get)
  const [isWanted, want] = useState(false)
  const button = useKeptFocus()
  if (!parts) return <ButtonBefore trigger={cloneElement(trigger, { ref: button })} onWanted={want} />
  const { Root, Trigger, Content } = parts
  return (
    <Loaded value={parts}>
      <Root modal={false} defaultOpen={isWanted}>
        <Trigger asChild ref={button}>
          {trigger}
        </Trigger>
        <Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={unlessTaken}
          className="z-50 max-w-[min(22rem,100vw-16px)] min-w-56 rounded-box border border-rule bg-card p-1.5 shadow-float wrap-anywhere"
        >
          {children}
        </Content>
      </Root>
    </Loaded>
  )
}

/** Gives the focus back to the button, unless a screen that has come meanwhile has taken it. */
function unlessTaken(giving: Event): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) giving.preventDefault()
}

/** The button while what unfolds has not come: a press fetches it. */
function ButtonBefore({ trigger, onWanted }: { trigger: Trigger; onWanted: (isWanted: boolean) => void }) {
  const open = async () => {
    onWanted(true)
    if (await menuParts.load()) return
    onWanted(false)
    notify.warning(texts.menuDidNotCome)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    void open()
  }
  return cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open, onKeyDown })
}

/** Hands the focus on from a button to the one that takes its place. */
function useKeptFocus(): (button: HTMLElement | null) => void {
  const held = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  return useCallback((button) => {
    if (button === null) hadFocus.current = document.activeElement === held.current
    else if (hadFocus.current) button.focus()
    held.current = button
  }, [])
}

function useParts(): Parts {
  const parts = use(Loaded)
  if (!parts) throw new Error('an item stands outside of a menu')
  return parts
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
  const { Item } = useParts()
  return <Item {...props} className={itemLook} />
}

/** An act that is there for others, and for whom. It can be walked to and read out; pressed, nothing happens. */
export function LockedItem({ hint, children }: { hint: string; children: ReactNode }) {
  const { Item } = useParts()
  return (
    <Item
      aria-disabled="true"
      onSelect={(event) => event.preventDefault()}
      className={cx(itemLook, 'cursor-not-allowed text-ink-soft')}
    >
      <LockKeyhole aria-hidden="true" className="size-5 flex-none" />
      <span>
        {children} <span className="block text-small">{hint}</span>
      </span>
    </Item>
  )
}

/** Words at the head of a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts()
  return <Label className="px-3 py-2 text-small text-ink-soft">{children}</Label>
}

/** A line between two groups of acts. */
export function MenuSeparator() {
  const { Separator } = useParts()
  return <Separator className="my-1.5 border-t border-rule" />
}
