import { type ComponentChild, options, type Ref, render, type VNode } from 'preact'
import { preserveInput } from './preserveInput'

/** Elements that have had their chance of the focus. */
const focused = new WeakSet<Element>()

/**
 * Focuses an element with `autoFocus` when it appears, as React does each time: browsers do so once in the life of a page.
 * Nothing is taken from a person who is elsewhere on the page already.
 */
function focusOnMount({ type, props, ref }: ElementVNode): Ref<HTMLElement> | undefined {
  if (typeof type !== 'string' || !props.autoFocus) return ref
  return (element) => {
    setRef(element, ref)
    if (!element || focused.has(element)) return
    focused.add(element)
    if (isFocusFree()) element.focus()
  }
}

type ElementVNode = VNode<{ autoFocus?: boolean }> & { ref?: Ref<HTMLElement> }

function setRef(element: HTMLElement | null, ref: Ref<HTMLElement> | undefined): void {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}

function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body
}

const previousHook = options.vnode
options.vnode = (made: ElementVNode) => {
  previousHook?.(made)
  made.ref = focusOnMount(made)
}

/**
 * Takes the place of react-dom/client in the customers' page. What the server has drawn in the container is taken over
 * piece by piece, whatever this browser shows instead of it: a field that is the same on both keeps the focus and what is
 * typed. Hydration would trust the attributes to be the same, and React's own root begins with an empty container.
 */
export function createRoot(container: Element) {
  return { render: (page: ComponentChild) => preserveInput(container, () => render(page, container)) }
}
