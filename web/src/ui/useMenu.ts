import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fold } from '@/lib/fold'

/** How soon a further letter belongs to the word that is being typed, in milliseconds. */
const typingPause = 800

/** How far the menu keeps from its button and from the edge of the page, in pixels. */
const gap = 6
const edge = 8

/** Where the focus goes when the menu unfolds: by a pointer to no item, for none is meant yet. */
type Start = 'menu' | 'first' | 'last'

/** What makes a button and a list a menu: for pointers, keyboards and screen readers, as ARIA describes it. */
export function useMenu() {
  const button = useRef<HTMLElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<Start | null>(null)
  const findTyped = useTypedWord()
  const id = useId()
  const open = start !== null

  const close = useCallback(() => setStart(null), [])
  const giveBack = () => {
    button.current?.focus()
    close()
  }
  usePlace(open, button, menu)
  usePressBeside(open, button, menu, close)
  useLayoutEffect(() => {
    if (start === 'menu') menu.current?.focus({ preventScroll: true })
    else if (start)
      itemsOf(menu.current)
        .at(start === 'last' ? -1 : 0)
        ?.focus()
  }, [start])

  const onKeyDown = (event: KeyboardEvent) => {
    // From the button the browser goes on to whatever comes after it.
    if (event.key === 'Tab') return giveBack()
    const items = itemsOf(menu.current)
    const focused = items.indexOf(document.activeElement as HTMLElement)
    const next = targetOf(event.key, focused, items) ?? findTyped(event, focused, items)
    if (next) next.focus()
    else if (event.key === 'Escape') giveBack()
    else if (event.key === 'Enter' || event.key === ' ') items[focused]?.click()
    else return
    event.preventDefault()
  }

  return {
    open,
    buttonProps: {
      ref: button,
      id: `${id}button`,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      // A press of a key, or of a screen reader, comes without a count.
      onClick: ({ detail }: MouseEvent) => setStart(open ? null : detail === 0 ? 'first' : 'menu'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setStart(event.key === 'ArrowDown' ? 'first' : 'last')
      },
    },
    menuProps: {
      ref: menu,
      id,
      role: 'menu',
      tabIndex: -1,
      'aria-labelledby': `${id}button`,
      onKeyDown,
      onClick: ({ target }: MouseEvent) => {
        const item = itemAt(target)
        if (item && item.getAttribute('aria-disabled') !== 'true') giveBack()
      },
      onPointerMove: ({ target, pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') itemAt(target)?.focus({ preventScroll: true })
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') menu.current?.focus({ preventScroll: true })
      },
      onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
        if (relatedTarget && relatedTarget !== button.current && !holds(menu, relatedTarget)) close()
      },
    },
  }
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])]
}

function itemAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="menuitem"]:not(:disabled)') : null
}

function holds(box: RefObject<HTMLElement | null>, target: EventTarget): boolean {
  return target instanceof Node && box.current?.contains(target) === true
}

/** The item that a key leads to; from the last one to the first, and back. */
function targetOf(key: string, focused: number, items: HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(focused + 1) % items.length]
  if (key === 'ArrowUp') return items.at(Math.max(focused, 0) - 1)
  if (key === 'Home') return items[0]
  return key === 'End' ? items.at(-1) : undefined
}

/** Finds the item that begins with what is being typed, and with one letter again and again each that does in turn. */
function useTypedWord() {
  const typed = useRef({ word: '', at: Number.NEGATIVE_INFINITY })
  return (event: KeyboardEvent, focused: number, items: HTMLElement[]) => {
    const { key, timeStamp } = event
    if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined
    const goesOn = timeStamp - typed.current.at < typingPause && typed.current.word !== key
    const word = goesOn ? typed.current.word + key : key
    typed.current = { word, at: timeStamp }
    const from = goesOn ? Math.max(focused, 0) : focused + 1
    const inTurn = [...items.slice(from), ...items.slice(0, from)]
    return inTurn.find((item) => fold(item.textContent ?? '').startsWith(fold(word)))
  }
}

/** Holds the menu by its button while the page is scrolled or turned: below it, or above where there is more room. */
function usePlace(
  open: boolean,
  button: RefObject<HTMLElement | null>,
  menu: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (!open) return
    const place = () => {
      if (button.current && menu.current) placeBy(button.current.getBoundingClientRect(), menu.current)
    }
    const follow = ({ target }: Event) => {
      if (target && !holds(menu, target)) place()
    }
    place()
    const listening = new AbortController()
    window.addEventListener('resize', place, { signal: listening.signal })
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [open, button, menu])
}

function placeBy(button: DOMRect, menu: HTMLElement): void {
  const { clientWidth, clientHeight } = document.documentElement
  const below = clientHeight - button.bottom - gap - edge
  const above = button.top - gap - edge
  menu.style.maxHeight = ''
  const isBelow = menu.offsetHeight <= below || below >= above
  menu.style.maxHeight = `${isBelow ? below : above}px`
  const left = Math.max(edge, Math.min(button.right, clientWidth - edge) - menu.offsetWidth)
  const top = isBelow ? button.bottom + gap : button.top - gap - menu.offsetHeight
  // Some boxes are what is fixed in them stands by, instead of the page: they say so by where a zero is.
  Object.assign(menu.style, { left: '0px', top: '0px' })
  const zero = menu.getBoundingClientRect()
  Object.assign(menu.style, { left: `${left - zero.left}px`, top: `${top - zero.top}px` })
}

/** A press elsewhere closes, and does there what it does. */
function usePressBeside(
  open: boolean,
  button: RefObject<HTMLElement | null>,
  menu: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: Event) => {
      if (target && !holds(menu, target) && !holds(button, target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open, button, menu, close])
}
