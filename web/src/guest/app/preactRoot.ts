import { type ComponentChild, options, type Ref, render, type VNode } from 'preact'
import { keepTyped } from './keepTyped'

/** Elements that have had their chance of the focus. */
const asked = new WeakSet<Element>()

/**
 * Focuses an element with `autoFocus` when it appears, as React does each time: browsers do so once in the life of a page.
 * Nothing is taken from a person who is elsewhere on the page already.
 */
function focusWhenMade({ type, props, ref }: Made): Ref<HTMLElement> | undefined {
  if (typeof type !== 'string' || !props.autoFocus) return ref
  return (element) => {
    hand(element, ref)
    if (!element || asked.has(element)) return
    asked.add(element)
    if (isFocusFree()) element.focus()
  }
}

type Made = VNode<{ autoFocus?: boolean }> & { ref?: Ref<HTMLElement> }

function hand(element: HTMLElement | null, ref: Ref<HTMLElement> | undefined): void {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}

function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body
}

const madeBefore = options.vnode
options.vnode = (made: Made) => {
  madeBefore?.(made)
  made.ref = focusWhenMade(made)
}

/**
 * Takes the place of react-dom/client in the customers' page. What the server has drawn in the container is taken over
 * piece by piece, whatever this browser shows instead of it: a field that is the same on both keeps the focus and what is
 * typed. Hydration would trust the attributes to be the same, and React's own root begins with an empty container.
 */
export function createRoot(container: Element) {
  return { render: (page: ComponentChild) => keepTyped(container, () => render(page, container)) }
}
