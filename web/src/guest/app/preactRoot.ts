import { type ComponentChild, options, type Ref, render, type VNode } from 'preact'
import { preserveInput } from './preserveInput'

/** Elements that have had the initial focus. */
const focusedElements = new WeakSet<Element>()

/**
 * Focuses an element with autoFocus on mount, as React does; browsers do so only at page load.
 * Never takes the focus from another element.
 */
function focusOnMount({ type, props, ref }: ElementVNode): Ref<HTMLElement> | undefined {
  if (typeof type !== 'string' || !props.autoFocus) return ref
  return (element) => {
    setRef(element, ref)
    if (!element || focusedElements.has(element)) return
    focusedElements.add(element)
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
options.vnode = (vnode: ElementVNode) => {
  previousHook?.(vnode)
  vnode.ref = focusOnMount(vnode)
}

/**
 * Replaces react-dom/client on guest pages. Renders into the server's elements, so that fields keep focus and
 * input. Preact's hydration would not correct differing attributes, and React's root would clear the container.
 */
export function createRoot(container: Element) {
  return { render: (page: ComponentChild) => preserveInput(container, () => render(page, container)) }
}
